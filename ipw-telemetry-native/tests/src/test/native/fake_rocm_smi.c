/*
 * A library with the names that librocm_smi64 exports, for tests. fake_set changes what it answers; fake_get tells how it
 * was used. Where the real library would end the process, or mix up cards, this one counts a violation.
 */
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

enum control {
    INIT_CODE, COUNT, POWER_CODE, POWER, POWER_TYPE, ENERGY_CODE, ENERGY, SAME_ADDRESS, HANG, ONLY_DEVICE,
    INITS, SHUTDOWNS, VIOLATIONS, HANGING, CONTROLS
};

static atomic_long controls[CONTROLS] = {
    [COUNT] = 1, [POWER] = 287000000, [POWER_TYPE] = 1, [ENERGY] = 70000000000, [ONLY_DEVICE] = -1
};
static atomic_int live, inside;

void fake_set(int control, long value) {
    atomic_store(&controls[control], value);
}

long fake_get(int control) {
    return atomic_load(&controls[control]);
}

/* Answer with a code that is set, for all devices or for one. */
static uint32_t answer(uint32_t device, enum control code) {
    if (atomic_fetch_add(&inside, 1) != 0 || !live || device >= controls[COUNT]) {
        controls[VIOLATIONS]++;
    }
    controls[HANGING]++;
    while (controls[HANG]) {
        usleep(1000);
    }
    controls[HANGING]--;
    atomic_fetch_sub(&inside, 1);
    if (code == CONTROLS || (controls[ONLY_DEVICE] >= 0 && controls[ONLY_DEVICE] != device)) {
        return 0;
    }
    return (uint32_t) controls[code];
}

#ifndef NO_INIT
uint32_t rsmi_init(uint64_t flags) {
    (void) flags;
    controls[INITS]++;
    live += controls[INIT_CODE] == 0;
    return (uint32_t) controls[INIT_CODE];
}
#endif

uint32_t rsmi_shut_down(void) {
    controls[SHUTDOWNS]++;
    if (!live || inside) {
        controls[VIOLATIONS]++;
    }
    live--;
    return 0;
}

uint32_t rsmi_num_monitor_devices(uint32_t *count) {
    *count = (uint32_t) controls[COUNT];
    return 0;
}

uint32_t rsmi_dev_pci_id_get(uint32_t device, uint64_t *id) {
    *id = (uint64_t) (0x83 + (controls[SAME_ADDRESS] ? 0 : device)) << 8;
    return answer(device, CONTROLS);
}

uint32_t rsmi_dev_name_get(uint32_t device, char *name, size_t length) {
    strncpy(name, "Fake Instinct", length);
    return answer(device, CONTROLS);
}

#ifndef NO_POWER_GET
uint32_t rsmi_dev_power_get(uint32_t device, uint64_t *power, uint32_t *type) {
    *power = (uint64_t) controls[POWER];
    *type = (uint32_t) controls[POWER_TYPE];
    return answer(device, POWER_CODE);
}
#endif

uint32_t rsmi_dev_power_ave_get(uint32_t device, uint32_t sensor, uint64_t *power) {
    (void) sensor;
    *power = controls[POWER] == 0 ? 0 : (uint64_t) controls[POWER] + 1000000;
    return answer(device, POWER_CODE);
}

uint32_t rsmi_dev_energy_count_get(uint32_t device, uint64_t *count, float *resolution, uint64_t *clock) {
    *count = (uint64_t) controls[ENERGY];
    *resolution = 15.3f;
    *clock = 1;
    return answer(device, ENERGY_CODE);
}

uint32_t rsmi_dev_temp_metric_get(uint32_t device, uint32_t sensor, uint32_t metric, int64_t *millidegrees) {
    static const int64_t known[] = {45000, 61000, 70000, 0};
    *millidegrees = sensor < 4 ? known[sensor] : -1;
    return metric != 0 || answer(device, CONTROLS) != 0 ? 1 : sensor < 4 ? 0 : 2;
}

uint32_t rsmi_dev_busy_percent_get(uint32_t device, uint32_t *percent) {
    *percent = 97;
    return answer(device, CONTROLS);
}

uint32_t rsmi_dev_memory_usage_get(uint32_t device, uint32_t type, uint64_t *bytes) {
    *bytes = type == 0 ? 1ULL << 35 : 1;
    return answer(device, CONTROLS);
}

uint32_t rsmi_dev_memory_total_get(uint32_t device, uint32_t type, uint64_t *bytes) {
    *bytes = type == 0 ? 1ULL << 36 : 1;
    return answer(device, CONTROLS);
}
