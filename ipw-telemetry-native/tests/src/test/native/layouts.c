/* Print the size of each struct of fake_nvml.h and where its members lie: "struct.member offset" and "struct size". */
#include <stddef.h>
#include <stdio.h>
#include "fake_nvml.h"

#define STRUCTS(STRUCT, MEMBER) \
    STRUCT(memory) MEMBER(memory, total) MEMBER(memory, free) MEMBER(memory, used) \
    STRUCT(memory_v2) MEMBER(memory_v2, version) MEMBER(memory_v2, total) MEMBER(memory_v2, reserved) \
    MEMBER(memory_v2, free) MEMBER(memory_v2, used) \
    STRUCT(utilization) MEMBER(utilization, gpu) MEMBER(utilization, memory) \
    STRUCT(field_value) MEMBER(field_value, fieldId) MEMBER(field_value, scopeId) MEMBER(field_value, timestamp) \
    MEMBER(field_value, latencyUsec) MEMBER(field_value, valueType) MEMBER(field_value, nvmlReturn) \
    MEMBER(field_value, value) \
    STRUCT(pci_info) MEMBER(pci_info, busIdLegacy) MEMBER(pci_info, domain) MEMBER(pci_info, bus) \
    MEMBER(pci_info, device) MEMBER(pci_info, pciDeviceId) MEMBER(pci_info, pciSubSystemId) MEMBER(pci_info, busId) \
    STRUCT(process_info) MEMBER(process_info, pid) MEMBER(process_info, usedGpuMemory) \
    MEMBER(process_info, gpuInstanceId) MEMBER(process_info, computeInstanceId) \
    STRUCT(process_info_v1) MEMBER(process_info_v1, pid) MEMBER(process_info_v1, usedGpuMemory) \
    STRUCT(temperature_v1) MEMBER(temperature_v1, version) MEMBER(temperature_v1, sensorType) \
    MEMBER(temperature_v1, temperature)

#define PRINT_STRUCT(name) printf(#name " %zu\n", sizeof(struct name));
#define PRINT_MEMBER(name, member) printf(#name "." #member " %zu\n", offsetof(struct name, member));

int main(void) {
    STRUCTS(PRINT_STRUCT, PRINT_MEMBER)
    return 0;
}
