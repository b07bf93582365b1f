/*
 * Print one line for each GPU and end, as nvidia-smi does when it is asked for a few columns as CSV.
 *
 *   gcc -O2 -o fake_smi fake_smi.c ./libnvidia-ml.so.1 -Wl,-rpath,$PWD
 */
#include <stdio.h>
#include "fake_nvml.h"

int nvmlInit_v2(void);
int nvmlShutdown(void);
int nvmlDeviceGetCount_v2(unsigned *count);
int nvmlDeviceGetHandleByIndex_v2(unsigned index, device_handle *handle);
int nvmlDeviceGetUUID(device_handle handle, char *buffer, unsigned length);
int nvmlDeviceGetPowerUsage(device_handle handle, unsigned *milliwatts);
int nvmlDeviceGetUtilizationRates(device_handle handle, struct utilization *utilization);
int nvmlDeviceGetMemoryInfo(device_handle handle, struct memory *memory);

int main(void) {
    unsigned count = 0;
    if (nvmlInit_v2() || nvmlDeviceGetCount_v2(&count)) {
        return 1;
    }
    for (unsigned i = 0; i < count; i++) {
        device_handle handle;
        char uuid[96];
        unsigned milliwatts = 0;
        struct utilization utilization = {0};
        struct memory memory = {0};
        if (nvmlDeviceGetHandleByIndex_v2(i, &handle) || nvmlDeviceGetUUID(handle, uuid, sizeof uuid)
                || nvmlDeviceGetPowerUsage(handle, &milliwatts)
                || nvmlDeviceGetUtilizationRates(handle, &utilization)
                || nvmlDeviceGetMemoryInfo(handle, &memory)) {
            return 1;
        }
        printf("%u, %s, %.2f, %u, %llu\n", i, uuid, milliwatts / 1e3, utilization.gpu, memory.used >> 20);
    }
    return nvmlShutdown();
}
