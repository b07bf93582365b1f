/*
 * The part of the interface of NVIDIA's management library that the collector calls, in prototypes of our own. Sizes and
 * places of the members are those of the library on 64-bit Linux; layouts.c prints them.
 */
#ifndef FAKE_NVML_H
#define FAKE_NVML_H

typedef void *device_handle;

struct memory {
    unsigned long long total, free, used;
};

struct memory_v2 {
    unsigned version;
    unsigned long long total, reserved, free, used;
};

struct utilization {
    unsigned gpu, memory;
};

union value {
    double as_double;
    int as_int;
    unsigned as_unsigned;
    unsigned long as_unsigned_long;
    unsigned long long as_unsigned_long_long;
    long long as_long_long;
    unsigned short as_unsigned_short;
};

struct field_value {
    unsigned fieldId, scopeId;
    long long timestamp, latencyUsec;
    unsigned valueType;
    int nvmlReturn;
    union value value;
};

struct pci_info {
    char busIdLegacy[16];
    unsigned domain, bus, device, pciDeviceId, pciSubSystemId;
    char busId[32];
};

struct process_info {
    unsigned pid;
    unsigned long long usedGpuMemory;
    unsigned gpuInstanceId, computeInstanceId;
};

struct process_info_v1 {
    unsigned pid;
    unsigned long long usedGpuMemory;
};

struct temperature_v1 {
    unsigned version, sensorType;
    int temperature;
};

#endif
