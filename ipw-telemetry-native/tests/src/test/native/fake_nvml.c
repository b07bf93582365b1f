/*
 * A stand-in for NVIDIA's management library on machines without a GPU. Each GPU draws power by a known plan, and its
 * energy counter moves at exact multiples of its step on CLOCK_MONOTONIC, as real ones do, so the truth is known.
 *
 *   gcc -O2 -shared -fPIC -Wl,-soname,libnvidia-ml.so.1 -o libnvidia-ml.so.1 fake_nvml.c -lpthread
 *   printf 'devices 2\ndevice 0 cycle 500 300 500 80\n' > gpus.txt
 *   FAKE_NVML_CONTROL=gpus.txt IPW_NVML_LIBRARY=$PWD/libnvidia-ml.so.1 ipw doctor
 *
 * An older library, or one without some function: add -DnvmlDeviceGetFieldValues=no_field_values and so on.
 *
 * The file is read at nvmlInit and again within 50 ms of each change. Each line is one of these; # begins a comment:
 *   devices N                       how many GPUs (1, or as -DFAKE_NVML_DEVICES says); names, UUIDs and addresses are made up from their numbers
 *   device D uuid TEXT | name TEXT  D is a number or *
 *   device D pci DOMAIN BUS SLOT    in hexadecimal
 *   device D architecture N         NVML's number (9, Hopper)
 *   device D capability MAJOR MINOR of CUDA (9 0)
 *   device D step_ms T              the energy counter's step (100); 0 lets it move all the time
 *   device D counter_takes_ms T     how long a reading of the counter keeps a processor busy (0)
 *   device D watts W                constant power (100)
 *   device D cycle MS W MS W ...    W for MS, then the next, again and again from 0 on CLOCK_MONOTONIC
 *   device D counter_mj N           what the counter shows now; without it a change of power leaves the counter going on
 *   device D module 0|1             whether the scope of the module answers (0)
 *   device D limit_watts W | mig 0|1 | temperature C | memory_temperature C | utilization GPU MEMORY
 *   device D memory TOTAL USED | clocks SM MEMORY | reasons HEX | processes COMPUTE GRAPHICS
 *   fail FUNCTION CODE [when]       * for every function that takes a GPU
 *   field ID SCOPE CODE [when]      * for every scope; what one entry of a batch returns
 *   type ID TYPE                    the type that a field's value comes as (0 to 6)
 *   lost D from S until S           every call with that GPU gives 15, finding it gives 28; afterwards it has a new
 *                                   handle and a counter that begins at zero
 *   hang FUNCTION [when]            the call returns only when the line is gone
 * when: any of "device D", "from S", "until S", in seconds since the file was read.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include "fake_nvml.h"

#ifndef FAKE_NVML_DEVICES
#define FAKE_NVML_DEVICES 1
#endif
#define EXPORT __attribute__((visibility("default")))
#define MOST_DEVICES 16
#define MOST_PARTS 32
#define MOST_RULES 64
#define MOST_TYPES 8
#define FIRST_HANDLE 0x10000u
#define ANY (-1)

enum { SUCCESS = 0, UNINITIALIZED = 1, INVALID_ARGUMENT = 2, NOT_SUPPORTED = 3, NOT_FOUND = 6, INSUFFICIENT_SIZE = 7,
       GPU_IS_LOST = 15, ARGUMENT_VERSION_MISMATCH = 25, GPU_NOT_FOUND = 28 };

enum kind { FAIL, FIELD, LOST, HANG };

struct part {
    double ms, watts;
};

struct device {
    char uuid[96], name[96];
    unsigned domain, bus, slot, architecture;
    int major, minor, parts, mig, module;
    struct part cycle[MOST_PARTS];
    double step_ms, counter_takes_ms, limit_watts;
    /* The counter shows base plus what was drawn since the origin. */
    double base_mj, origin_ms;
    int counter_given;
    unsigned gpu_percent, memory_percent, temperature, memory_temperature, sm_clock, memory_clock;
    unsigned long long memory_total, memory_used, reasons;
    unsigned compute_processes, graphics_processes;
};

struct rule {
    enum kind kind;
    char function[64];
    int code, device, field, scope;
    double from, until;
};

struct setup {
    int devices, rules, types;
    struct device device[MOST_DEVICES];
    struct rule rule[MOST_RULES];
    struct { int field, type; } type[MOST_TYPES];
    double loaded_ms;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct setup now_set;
static int is_set_up, initialised, inits, shutdowns, lookups, hanging;
static char control_path[4096];
static struct timespec control_changed;
static off_t control_size;
static double control_checked_ms;

static double monotonic_ms(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

/* What the plan draws from 0 to a moment, in millijoules. */
static double drawn_mj(const struct device *device, double ms) {
    double length = 0, whole = 0;
    for (int i = 0; i < device->parts; i++) {
        length += device->cycle[i].ms;
        whole += device->cycle[i].ms * device->cycle[i].watts;
    }
    double cycles = (double) (long long) (ms / length);
    double rest = ms - cycles * length, mj = cycles * whole;
    for (int i = 0; i < device->parts && rest > 0; i++) {
        double part = rest < device->cycle[i].ms ? rest : device->cycle[i].ms;
        mj += part * device->cycle[i].watts;
        rest -= part;
    }
    return mj;
}

static double watts_at(const struct device *device, double ms) {
    double length = 0;
    for (int i = 0; i < device->parts; i++) {
        length += device->cycle[i].ms;
    }
    double rest = ms - (double) (long long) (ms / length) * length;
    for (int i = 0; i < device->parts; i++) {
        if (rest < device->cycle[i].ms) {
            return device->cycle[i].watts;
        }
        rest -= device->cycle[i].ms;
    }
    return device->cycle[0].watts;
}

static double average_watts(const struct device *device, double ms) {
    return (drawn_mj(device, ms) - drawn_mj(device, ms - 1000)) / 1000;
}

/* Read the lines of a control text. Gives the number of the first that is not understood, 0 if all are. */

static int read_when(struct rule *rule, char **save) {
    for (char *word = strtok_r(NULL, " \t", save); word; word = strtok_r(NULL, " \t", save)) {
        char *value = strtok_r(NULL, " \t", save);
        if (!value) {
            return 0;
        } else if (!strcmp(word, "device")) {
            rule->device = atoi(value);
        } else if (!strcmp(word, "from")) {
            rule->from = atof(value);
        } else if (!strcmp(word, "until")) {
            rule->until = atof(value);
        } else {
            return 0;
        }
    }
    return 1;
}

static int number_or_any(const char *word) {
    return strcmp(word, "*") ? atoi(word) : ANY;
}

static int read_rule(struct setup *setup, enum kind kind, char **save) {
    if (setup->rules == MOST_RULES) {
        return 0;
    }
    struct rule *rule = &setup->rule[setup->rules++];
    *rule = (struct rule) {.kind = kind, .device = ANY, .scope = ANY, .until = 1e9};
    char *word = strtok_r(NULL, " \t", save);
    if (!word) {
        return 0;
    }
    if (kind == LOST) {
        rule->device = atoi(word);
        return read_when(rule, save);
    }
    snprintf(rule->function, sizeof rule->function, "%s", word);
    if (kind == FIELD) {
        rule->field = atoi(word);
        if (!(word = strtok_r(NULL, " \t", save))) {
            return 0;
        }
        rule->scope = number_or_any(word);
    }
    if (kind != HANG) {
        if (!(word = strtok_r(NULL, " \t", save))) {
            return 0;
        }
        rule->code = atoi(word);
    }
    return read_when(rule, save);
}

static int read_property(struct device *device, const char *name, const char *rest) {
    unsigned long long first = 0, second = 0;
    int numbers = sscanf(rest, "%llu %llu", &first, &second);
    if (!strcmp(name, "uuid")) {
        snprintf(device->uuid, sizeof device->uuid, "%s", rest);
    } else if (!strcmp(name, "name")) {
        snprintf(device->name, sizeof device->name, "%s", rest);
    } else if (!strcmp(name, "pci")) {
        return sscanf(rest, "%x %x %x", &device->domain, &device->bus, &device->slot) == 3;
    } else if (!strcmp(name, "reasons")) {
        return sscanf(rest, "%llx", &device->reasons) == 1;
    } else if (!strcmp(name, "watts")) {
        device->parts = 1;
        device->cycle[0] = (struct part) {1000, atof(rest)};
    } else if (!strcmp(name, "cycle")) {
        int used = 0;
        struct part part;
        for (device->parts = 0; device->parts < MOST_PARTS && sscanf(rest, "%lf %lf%n", &part.ms, &part.watts, &used) == 2;
             rest += used) {
            if (part.ms <= 0) {
                return 0;
            }
            device->cycle[device->parts++] = part;
        }
        return device->parts > 0;
    } else if (numbers < 1) {
        return 0;
    } else if (!strcmp(name, "step_ms")) {
        device->step_ms = atof(rest);
    } else if (!strcmp(name, "counter_takes_ms")) {
        device->counter_takes_ms = atof(rest);
    } else if (!strcmp(name, "limit_watts")) {
        device->limit_watts = atof(rest);
    } else if (!strcmp(name, "counter_mj")) {
        device->base_mj = first;
        device->counter_given = 1;
    } else if (!strcmp(name, "architecture")) {
        device->architecture = first;
    } else if (!strcmp(name, "mig")) {
        device->mig = first;
    } else if (!strcmp(name, "module")) {
        device->module = first;
    } else if (!strcmp(name, "temperature")) {
        device->temperature = first;
    } else if (!strcmp(name, "memory_temperature")) {
        device->memory_temperature = first;
    } else if (numbers < 2) {
        return 0;
    } else if (!strcmp(name, "capability")) {
        device->major = first, device->minor = second;
    } else if (!strcmp(name, "utilization")) {
        device->gpu_percent = first, device->memory_percent = second;
    } else if (!strcmp(name, "memory")) {
        device->memory_total = first, device->memory_used = second;
    } else if (!strcmp(name, "clocks")) {
        device->sm_clock = first, device->memory_clock = second;
    } else if (!strcmp(name, "processes")) {
        device->compute_processes = first, device->graphics_processes = second;
    } else {
        return 0;
    }
    return 1;
}

static int read_line(struct setup *setup, char *line) {
    char *save, *word = strtok_r(line, " \t", &save);
    if (!word) {
        return 1;
    }
    if (!strcmp(word, "devices")) {
        char *count = strtok_r(NULL, " \t", &save);
        setup->devices = count ? atoi(count) : -1;
        return setup->devices >= 0 && setup->devices <= MOST_DEVICES;
    }
    if (!strcmp(word, "device")) {
        char *which = strtok_r(NULL, " \t", &save), *name = strtok_r(NULL, " \t", &save);
        int all = which && !strcmp(which, "*"), first = which && !all ? atoi(which) : 0;
        if (!name || first < 0 || first >= MOST_DEVICES) {
            return 0;
        }
        for (int i = first; i < (all ? MOST_DEVICES : first + 1); i++) {
            if (!read_property(&setup->device[i], name, save)) {
                return 0;
            }
        }
        return 1;
    }
    if (!strcmp(word, "type")) {
        char *field = strtok_r(NULL, " \t", &save), *type = strtok_r(NULL, " \t", &save);
        if (!type || setup->types == MOST_TYPES) {
            return 0;
        }
        setup->type[setup->types].field = atoi(field);
        setup->type[setup->types++].type = atoi(type);
        return 1;
    }
    return !strcmp(word, "fail") ? read_rule(setup, FAIL, &save)
        : !strcmp(word, "field") ? read_rule(setup, FIELD, &save)
        : !strcmp(word, "lost") ? read_rule(setup, LOST, &save)
        : !strcmp(word, "hang") && read_rule(setup, HANG, &save);
}

static double counter_mj(const struct device *device, double ms) {
    double edge = device->step_ms > 0 ? (double) (long long) (ms / device->step_ms) * device->step_ms : ms;
    double drawn = edge > device->origin_ms ? drawn_mj(device, edge) - drawn_mj(device, device->origin_ms) : 0;
    return device->base_mj + drawn;
}

static int set_up(const char *text) {
    static struct setup next;
    memset(&next, 0, sizeof next);
    next.devices = FAKE_NVML_DEVICES;
    next.loaded_ms = monotonic_ms();
    for (int i = 0; i < MOST_DEVICES; i++) {
        struct device *device = &next.device[i];
        *device = (struct device) {.bus = 1 + i, .architecture = 9, .major = 9, .parts = 1, .cycle = {{1000, 100}},
            .step_ms = 100, .limit_watts = 700, .gpu_percent = 50, .memory_percent = 20, .temperature = 45,
            .memory_temperature = 50, .sm_clock = 1500, .memory_clock = 2600, .memory_total = 80ull << 30,
            .memory_used = 1ull << 30, .compute_processes = 1};
        snprintf(device->uuid, sizeof device->uuid, "GPU-%08x-0000-4000-8000-%012x", 0x1000 + i, i);
        snprintf(device->name, sizeof device->name, "Fake H100");
    }
    char *copy = strdup(text), *line = copy;
    int number = 0, wrong = 0;
    while (line && !wrong) {
        char *end = strchr(line, '\n');
        if (end) {
            *end = 0;
        }
        line[strcspn(line, "#\r")] = 0;
        number++;
        if (!read_line(&next, line)) {
            wrong = number;
        }
        line = end ? end + 1 : NULL;
    }
    free(copy);
    if (wrong) {
        fprintf(stderr, "fake_nvml: line %d of the control text is not understood\n", wrong);
        return wrong;
    }
    for (int i = 0; i < MOST_DEVICES; i++) {
        struct device *device = &next.device[i];
        device->origin_ms = next.loaded_ms;
        if (is_set_up && !device->counter_given) {
            /* Go on from the last step's value, at its time. */
            const struct device *old = &now_set.device[i];
            device->origin_ms = old->step_ms > 0
                ? (double) (long long) (next.loaded_ms / old->step_ms) * old->step_ms : next.loaded_ms;
            device->base_mj = counter_mj(old, next.loaded_ms);
        }
    }
    now_set = next;
    is_set_up = 1;
    return 0;
}

static void look_at_control_file(void) {
    const char *path = getenv("FAKE_NVML_CONTROL");
    double ms = monotonic_ms();
    struct stat state;
    if (!path || ms - control_checked_ms < 50) {
        if (!is_set_up) {
            set_up("");
        }
        return;
    }
    control_checked_ms = ms;
    if (stat(path, &state) || (!strcmp(path, control_path) && state.st_size == control_size
            && state.st_mtim.tv_sec == control_changed.tv_sec && state.st_mtim.tv_nsec == control_changed.tv_nsec)) {
        if (!is_set_up) {
            set_up("");
        }
        return;
    }
    snprintf(control_path, sizeof control_path, "%s", path);
    control_changed = state.st_mtim;
    control_size = state.st_size;
    static char text[65536];
    FILE *file = fopen(path, "r");
    size_t length = file ? fread(text, 1, sizeof text - 1, file) : 0;
    if (file) {
        fclose(file);
    }
    text[length] = 0;
    set_up(text);
}

static int applies(const struct rule *rule, enum kind kind, const char *function, int device, double ms) {
    double seconds = (ms - now_set.loaded_ms) / 1e3;
    int named = !strcmp(rule->function, function) || (!strcmp(rule->function, "*") && device != ANY);
    return rule->kind == kind && (kind == LOST || named) && (rule->device == ANY || rule->device == device)
        && seconds >= rule->from && seconds < rule->until;
}

static const struct rule *find_rule(enum kind kind, const char *function, int device) {
    double ms = monotonic_ms();
    for (int i = 0; i < now_set.rules; i++) {
        if (applies(&now_set.rule[i], kind, function, device, ms)) {
            return &now_set.rule[i];
        }
    }
    return NULL;
}

/* How often a GPU has come back since the file was read, and from when on its counter counts. */
static unsigned generation(int device, double *origin_ms) {
    double seconds = (monotonic_ms() - now_set.loaded_ms) / 1e3;
    unsigned times = 0;
    for (int i = 0; i < now_set.rules; i++) {
        const struct rule *rule = &now_set.rule[i];
        if (rule->kind == LOST && rule->device == device && seconds >= rule->until) {
            times++;
            if (origin_ms) {
                *origin_ms = now_set.loaded_ms + rule->until * 1e3;
            }
        }
    }
    return times;
}

/* Begin a call: count it, hang or fail if it is told to. Leaves the lock taken if it gives SUCCESS. */
static int enter(const char *function, int device, int needs_init) {
    pthread_mutex_lock(&lock);
    look_at_control_file();
    while (find_rule(HANG, function, device)) {
        hanging++;
        pthread_mutex_unlock(&lock);
        nanosleep(&(struct timespec) {.tv_nsec = 5000000}, NULL);
        pthread_mutex_lock(&lock);
        hanging--;
        look_at_control_file();
    }
    const struct rule *rule = find_rule(FAIL, function, device);
    int code = rule ? rule->code : needs_init && !initialised ? UNINITIALIZED : SUCCESS;
    if (code) {
        pthread_mutex_unlock(&lock);
    }
    return code;
}

static int leave(int code) {
    pthread_mutex_unlock(&lock);
    return code;
}

static device_handle handle_of(int device) {
    return (device_handle) (uintptr_t) (FIRST_HANDLE + device * 0x100u + generation(device, NULL) % 0x100);
}

/* The GPU behind a handle, also one that has gone stale; ANY if there is none. */
static int index_of(device_handle handle) {
    uintptr_t number = (uintptr_t) handle - FIRST_HANDLE;
    return number < MOST_DEVICES * 0x100u ? (int) (number / 0x100) : ANY;
}

static int enter_device(const char *function, device_handle handle) {
    int device = index_of(handle), code = device == ANY ? INVALID_ARGUMENT : enter(function, device, 1);
    if (!code && (find_rule(LOST, function, device) || handle != handle_of(device))) {
        return leave(GPU_IS_LOST);
    }
    return code;
}

#define ENTER(handle) \
    int code_ = enter_device(__func__, handle); \
    if (code_) { \
        return code_; \
    } \
    struct device *device = &now_set.device[index_of(handle)]; \
    (void) device

/* For tests in the same process. */

EXPORT int fake_nvml_control(const char *text) {
    pthread_mutex_lock(&lock);
    return leave(set_up(text));
}

/* What a GPU truly drew between two moments of CLOCK_MONOTONIC, by the plan as it is now. */
EXPORT double fake_nvml_joules(int device, long long from_ns, long long to_ns) {
    pthread_mutex_lock(&lock);
    const struct device *one = &now_set.device[device];
    double joules = (drawn_mj(one, to_ns / 1e6) - drawn_mj(one, from_ns / 1e6)) / 1e3;
    pthread_mutex_unlock(&lock);
    return joules;
}

EXPORT int fake_nvml_inits(void) {
    return inits;
}

EXPORT int fake_nvml_shutdowns(void) {
    return shutdowns;
}

EXPORT int fake_nvml_lookups(void) {
    return lookups;
}

/* How many calls hang now. */
EXPORT int fake_nvml_hanging(void) {
    pthread_mutex_lock(&lock);
    int calls = hanging;
    pthread_mutex_unlock(&lock);
    return calls;
}

/* Forget every initialisation, as a driver does that was taken away and came back. */
EXPORT void fake_nvml_uninitialise(void) {
    pthread_mutex_lock(&lock);
    initialised = 0;
    pthread_mutex_unlock(&lock);
}

/* The library itself. */

EXPORT int nvmlInit_v2(void) {
    int code = enter(__func__, ANY, 0);
    if (!code) {
        initialised++;
        inits++;
        leave(SUCCESS);
    }
    return code;
}

EXPORT int nvmlShutdown(void) {
    int code = enter(__func__, ANY, 1);
    if (!code) {
        initialised--;
        shutdowns++;
        leave(SUCCESS);
    }
    return code;
}

static int text_call(const char *function, const char *text, char *buffer, unsigned length) {
    int code = enter(function, ANY, 1);
    if (code) {
        return code;
    }
    return leave(snprintf(buffer, length, "%s", text) >= (int) length ? INSUFFICIENT_SIZE : SUCCESS);
}

EXPORT int nvmlSystemGetDriverVersion(char *buffer, unsigned length) {
    return text_call(__func__, "580.00.01", buffer, length);
}

EXPORT int nvmlSystemGetNVMLVersion(char *buffer, unsigned length) {
    return text_call(__func__, "13.580.00.01", buffer, length);
}

EXPORT int nvmlSystemGetCudaDriverVersion_v2(int *version) {
    int code = enter(__func__, ANY, 1);
    if (code) {
        return code;
    }
    *version = 13000;
    return leave(SUCCESS);
}

EXPORT int nvmlDeviceGetCount_v2(unsigned *count) {
    int code = enter(__func__, ANY, 1);
    if (code) {
        return code;
    }
    *count = now_set.devices;
    return leave(SUCCESS);
}

EXPORT int nvmlDeviceGetHandleByIndex_v2(unsigned index, device_handle *handle) {
    int code = enter(__func__, (int) index, 1);
    if (code) {
        return code;
    }
    if ((int) index >= now_set.devices) {
        return leave(INVALID_ARGUMENT);
    }
    if (find_rule(LOST, __func__, index)) {
        return leave(GPU_IS_LOST);
    }
    *handle = handle_of(index);
    return leave(SUCCESS);
}

EXPORT int nvmlDeviceGetHandleByUUID(const char *uuid, device_handle *handle) {
    pthread_mutex_lock(&lock);
    lookups++;
    int device = ANY;
    for (int i = 0; i < now_set.devices; i++) {
        device = strcmp(now_set.device[i].uuid, uuid) ? device : i;
    }
    pthread_mutex_unlock(&lock);
    int code = enter(__func__, device, 1);
    if (code) {
        return code;
    }
    if (device == ANY || find_rule(LOST, __func__, device)) {
        return leave(device == ANY ? NOT_FOUND : GPU_NOT_FOUND);
    }
    *handle = handle_of(device);
    return leave(SUCCESS);
}

EXPORT int nvmlDeviceGetName(device_handle handle, char *buffer, unsigned length) {
    ENTER(handle);
    return leave(snprintf(buffer, length, "%s", device->name) >= (int) length ? INSUFFICIENT_SIZE : SUCCESS);
}

EXPORT int nvmlDeviceGetUUID(device_handle handle, char *buffer, unsigned length) {
    ENTER(handle);
    return leave(snprintf(buffer, length, "%s", device->uuid) >= (int) length ? INSUFFICIENT_SIZE : SUCCESS);
}

EXPORT int nvmlDeviceGetPciInfo_v3(device_handle handle, struct pci_info *info) {
    ENTER(handle);
    memset(info, 0, sizeof *info);
    info->domain = device->domain;
    info->bus = device->bus;
    info->device = device->slot;
    snprintf(info->busIdLegacy, sizeof info->busIdLegacy, "%04X:%02X:%02X.0", device->domain & 0xffff,
        device->bus & 0xff, device->slot & 0xff);
    snprintf(info->busId, sizeof info->busId, "%08X:%02X:%02X.0", device->domain, device->bus, device->slot);
    return leave(SUCCESS);
}

EXPORT int nvmlDeviceGetArchitecture(device_handle handle, unsigned *architecture) {
    ENTER(handle);
    *architecture = device->architecture;
    return leave(SUCCESS);
}

EXPORT int nvmlDeviceGetCudaComputeCapability(device_handle handle, int *major, int *minor) {
    ENTER(handle);
    *major = device->major;
    *minor = device->minor;
    return leave(SUCCESS);
}

/* GA100 and what came before Ampere show the power of the instant. */
static int shows_average(const struct device *device) {
    return device->architecture >= 7 && !(device->major == 8 && device->minor == 0);
}

EXPORT int nvmlDeviceGetPowerUsage(device_handle handle, unsigned *milliwatts) {
    ENTER(handle);
    double ms = monotonic_ms();
    *milliwatts = 0.5 + 1e3 * (shows_average(device) ? average_watts(device, ms) : watts_at(device, ms));
    return leave(SUCCESS);
}

/* Wait with a busy processor, as a driver that waits for the GPU's firmware does. Other calls go on. */
static void wait_busily(device_handle handle) {
    double until = monotonic_ms() + now_set.device[index_of(handle)].counter_takes_ms;
    pthread_mutex_unlock(&lock);
    while (monotonic_ms() < until) {
    }
    pthread_mutex_lock(&lock);
}

static double shown_mj(device_handle handle) {
    wait_busily(handle);
    struct device device = now_set.device[index_of(handle)];
    if (generation(index_of(handle), &device.origin_ms)) {
        device.base_mj = 0;
    }
    return counter_mj(&device, monotonic_ms());
}

EXPORT int nvmlDeviceGetTotalEnergyConsumption(device_handle handle, unsigned long long *millijoules) {
    ENTER(handle);
    *millijoules = shown_mj(handle);
    return leave(SUCCESS);
}

EXPORT int nvmlDeviceGetEnforcedPowerLimit(device_handle handle, unsigned *milliwatts) {
    ENTER(handle);
    *milliwatts = 1e3 * device->limit_watts;
    return leave(SUCCESS);
}

EXPORT int nvmlDeviceGetTemperature(device_handle handle, unsigned sensor, unsigned *celsius) {
    ENTER(handle);
    *celsius = device->temperature;
    return leave(sensor == 0 ? SUCCESS : INVALID_ARGUMENT);
}

EXPORT int nvmlDeviceGetTemperatureV(device_handle handle, struct temperature_v1 *temperature) {
    ENTER(handle);
    if (temperature->version != (sizeof *temperature | 1u << 24)) {
        return leave(ARGUMENT_VERSION_MISMATCH);
    }
    temperature->temperature = device->temperature;
    return leave(temperature->sensorType == 0 ? SUCCESS : INVALID_ARGUMENT);
}

EXPORT int nvmlDeviceGetUtilizationRates(device_handle handle, struct utilization *utilization) {
    ENTER(handle);
    utilization->gpu = device->gpu_percent;
    utilization->memory = device->memory_percent;
    return leave(device->mig ? NOT_SUPPORTED : SUCCESS);
}

EXPORT int nvmlDeviceGetMemoryInfo(device_handle handle, struct memory *memory) {
    ENTER(handle);
    *memory = (struct memory) {device->memory_total, device->memory_total - device->memory_used, device->memory_used};
    return leave(SUCCESS);
}

EXPORT int nvmlDeviceGetMemoryInfo_v2(device_handle handle, struct memory_v2 *memory) {
    ENTER(handle);
    if (memory->version != (sizeof *memory | 2u << 24)) {
        return leave(ARGUMENT_VERSION_MISMATCH);
    }
    memory->total = device->memory_total;
    memory->reserved = 512 << 20;
    memory->used = device->memory_used;
    memory->free = memory->total - memory->reserved - memory->used;
    return leave(SUCCESS);
}

EXPORT int nvmlDeviceGetClockInfo(device_handle handle, unsigned which, unsigned *megahertz) {
    ENTER(handle);
    *megahertz = which == 2 ? device->memory_clock : device->sm_clock;
    return leave(which <= 3 ? SUCCESS : INVALID_ARGUMENT);
}

EXPORT int nvmlDeviceGetCurrentClocksEventReasons(device_handle handle, unsigned long long *reasons) {
    ENTER(handle);
    *reasons = device->reasons;
    return leave(SUCCESS);
}

EXPORT int nvmlDeviceGetCurrentClocksThrottleReasons(device_handle handle, unsigned long long *reasons) {
    ENTER(handle);
    *reasons = device->reasons;
    return leave(SUCCESS);
}

EXPORT int nvmlDeviceGetMigMode(device_handle handle, unsigned *current, unsigned *pending) {
    ENTER(handle);
    *current = *pending = device->mig;
    return leave(SUCCESS);
}

/* Processes are numbered from 1000; those with graphics too come last and stand in both lists. */
static unsigned first_pid(const struct device *device, int graphics) {
    unsigned both = device->compute_processes < device->graphics_processes
        ? device->compute_processes : device->graphics_processes;
    return 1000 + (graphics ? device->compute_processes - both / 2 : 0);
}

static int processes(const struct device *device, int graphics, unsigned *count, char *infos, size_t size) {
    unsigned room = *count;
    *count = graphics ? device->graphics_processes : device->compute_processes;
    if (room < *count) {
        return INSUFFICIENT_SIZE;
    }
    for (unsigned i = 0; i < *count; i++) {
        struct process_info info = {first_pid(device, graphics) + i, 1 << 20, ~0u, ~0u};
        memcpy(infos + i * size, &info, size);
    }
    return SUCCESS;
}

EXPORT int nvmlDeviceGetComputeRunningProcesses_v3(device_handle handle, unsigned *count, struct process_info *infos) {
    ENTER(handle);
    return leave(processes(device, 0, count, (char *) infos, sizeof *infos));
}

EXPORT int nvmlDeviceGetGraphicsRunningProcesses_v3(device_handle handle, unsigned *count, struct process_info *infos) {
    ENTER(handle);
    return leave(processes(device, 1, count, (char *) infos, sizeof *infos));
}

EXPORT int nvmlDeviceGetComputeRunningProcesses(device_handle handle, unsigned *count, struct process_info_v1 *infos) {
    ENTER(handle);
    return leave(processes(device, 0, count, (char *) infos, sizeof *infos));
}

EXPORT int nvmlDeviceGetGraphicsRunningProcesses(device_handle handle, unsigned *count, struct process_info_v1 *infos) {
    ENTER(handle);
    return leave(processes(device, 1, count, (char *) infos, sizeof *infos));
}

static void set_value(struct field_value *entry, double value) {
    switch (entry->valueType) {
        case 0: entry->value.as_double = value; break;
        case 1: entry->value.as_unsigned = value; break;
        case 2: entry->value.as_unsigned_long = value; break;
        case 3: entry->value.as_unsigned_long_long = value; break;
        case 4: entry->value.as_long_long = value; break;
        case 5: entry->value.as_int = value; break;
        case 6: entry->value.as_unsigned_short = value; break;
        default: break;
    }
}

static int field_code(const struct field_value *entry, int device) {
    double ms = monotonic_ms();
    for (int i = 0; i < now_set.rules; i++) {
        const struct rule *rule = &now_set.rule[i];
        if (rule->kind == FIELD && rule->field == (int) entry->fieldId
                && (rule->scope == ANY || rule->scope == (int) entry->scopeId)
                && applies(rule, FIELD, rule->function, device, ms)) {
            return rule->code;
        }
    }
    return SUCCESS;
}

static void answer(struct field_value *entry, device_handle handle) {
    struct device *device = &now_set.device[index_of(handle)];
    double ms = monotonic_ms();
    memset(&entry->value, 0xff, sizeof entry->value);
    entry->nvmlReturn = entry->scopeId == 1 && !device->module ? NOT_SUPPORTED : field_code(entry, index_of(handle));
    entry->valueType = entry->fieldId == 83 || entry->fieldId == 191 ? 3 : 1;
    for (int i = 0; i < now_set.types; i++) {
        entry->valueType = now_set.type[i].field == (int) entry->fieldId
            ? (unsigned) now_set.type[i].type : entry->valueType;
    }
    if (entry->nvmlReturn) {
        return;
    }
    switch (entry->fieldId) {
        case 82: set_value(entry, device->memory_temperature); break;
        case 83: case 191: set_value(entry, shown_mj(handle)); break;
        case 185: set_value(entry, (unsigned) (0.5 + 1e3 * average_watts(device, ms))); break;
        case 186: set_value(entry, (unsigned) (0.5 + 1e3 * watts_at(device, ms))); break;
        default: entry->nvmlReturn = NOT_SUPPORTED;
    }
}

EXPORT int nvmlDeviceGetFieldValues(device_handle handle, int count, struct field_value *entries) {
    ENTER(handle);
    for (int i = 0; i < count; i++) {
        answer(&entries[i], handle);
    }
    return leave(SUCCESS);
}
