package dev.ipw.telemetry.hardware.nvml;

import dev.ipw.telemetry.hardware.foreign.NativeLibrary;
import dev.ipw.telemetry.hardware.nvml.NvmlFunction.Arguments;

/**
 * The functions of NVML that the collector calls, each looked up by its newest name first: the header's plain names
 * mean these, and the library exports all of them.
 */
final class NvmlApi {
    final NvmlFunction init;
    final NvmlFunction shutdown;
    final NvmlFunction driverVersion;
    final NvmlFunction nvmlVersion;
    final NvmlFunction cudaVersion;
    final NvmlFunction count;
    final NvmlFunction handleByIndex;
    final NvmlFunction handleByUuid;
    final NvmlFunction name;
    final NvmlFunction uuid;
    final NvmlFunction pciInfo;
    final NvmlFunction architecture;
    final NvmlFunction computeCapability;
    final NvmlFunction migMode;
    final NvmlFunction powerLimit;
    final NvmlFunction powerUsage;
    final NvmlFunction totalEnergy;
    final NvmlFunction fieldValues;
    final NvmlFunction utilization;
    final NvmlFunction memory;
    final NvmlFunction memoryOfOldDrivers;
    final NvmlFunction temperature;
    final NvmlFunction temperatureOfOldDrivers;
    final NvmlFunction clock;
    final NvmlFunction eventReasons;
    final NvmlFunction computeProcesses;
    final NvmlFunction graphicsProcesses;

    NvmlApi(NativeLibrary library) {
        init = NvmlFunction.bind(library, Arguments.NONE, "nvmlInit_v2", "nvmlInit");
        shutdown = NvmlFunction.bind(library, Arguments.NONE, "nvmlShutdown");
        driverVersion = NvmlFunction.bind(library, Arguments.POINTER_INT, "nvmlSystemGetDriverVersion");
        nvmlVersion = NvmlFunction.bind(library, Arguments.POINTER_INT, "nvmlSystemGetNVMLVersion");
        cudaVersion = NvmlFunction.bind(library, Arguments.POINTER, "nvmlSystemGetCudaDriverVersion_v2",
                "nvmlSystemGetCudaDriverVersion");
        count = NvmlFunction.bind(library, Arguments.POINTER, "nvmlDeviceGetCount_v2", "nvmlDeviceGetCount");
        handleByIndex = NvmlFunction.bind(library, Arguments.INT_POINTER, "nvmlDeviceGetHandleByIndex_v2",
                "nvmlDeviceGetHandleByIndex");
        handleByUuid = NvmlFunction.bind(library, Arguments.POINTER_POINTER, "nvmlDeviceGetHandleByUUID");
        name = NvmlFunction.bind(library, Arguments.DEVICE_POINTER_INT, "nvmlDeviceGetName");
        uuid = NvmlFunction.bind(library, Arguments.DEVICE_POINTER_INT, "nvmlDeviceGetUUID");
        pciInfo = NvmlFunction.bind(library, Arguments.DEVICE_POINTER, "nvmlDeviceGetPciInfo_v3",
                "nvmlDeviceGetPciInfo_v2", "nvmlDeviceGetPciInfo");
        architecture = NvmlFunction.bind(library, Arguments.DEVICE_POINTER, "nvmlDeviceGetArchitecture");
        computeCapability = NvmlFunction.bind(library, Arguments.DEVICE_POINTER_POINTER,
                "nvmlDeviceGetCudaComputeCapability");
        migMode = NvmlFunction.bind(library, Arguments.DEVICE_POINTER_POINTER, "nvmlDeviceGetMigMode");
        powerLimit = NvmlFunction.bind(library, Arguments.DEVICE_POINTER, "nvmlDeviceGetEnforcedPowerLimit");
        powerUsage = NvmlFunction.bind(library, Arguments.DEVICE_POINTER, "nvmlDeviceGetPowerUsage");
        totalEnergy = NvmlFunction.bind(library, Arguments.DEVICE_POINTER, "nvmlDeviceGetTotalEnergyConsumption");
        fieldValues = NvmlFunction.bind(library, Arguments.DEVICE_INT_POINTER, "nvmlDeviceGetFieldValues");
        utilization = NvmlFunction.bind(library, Arguments.DEVICE_POINTER, "nvmlDeviceGetUtilizationRates");
        memory = NvmlFunction.bind(library, Arguments.DEVICE_POINTER, "nvmlDeviceGetMemoryInfo_v2");
        memoryOfOldDrivers = NvmlFunction.bind(library, Arguments.DEVICE_POINTER, "nvmlDeviceGetMemoryInfo");
        temperature = NvmlFunction.bind(library, Arguments.DEVICE_POINTER, "nvmlDeviceGetTemperatureV");
        temperatureOfOldDrivers = NvmlFunction.bind(library, Arguments.DEVICE_INT_POINTER,
                "nvmlDeviceGetTemperature");
        clock = NvmlFunction.bind(library, Arguments.DEVICE_INT_POINTER, "nvmlDeviceGetClockInfo");
        eventReasons = NvmlFunction.bind(library, Arguments.DEVICE_POINTER, "nvmlDeviceGetCurrentClocksEventReasons",
                "nvmlDeviceGetCurrentClocksThrottleReasons");
        computeProcesses = NvmlFunction.bind(library, Arguments.DEVICE_POINTER_POINTER,
                "nvmlDeviceGetComputeRunningProcesses_v3", "nvmlDeviceGetComputeRunningProcesses_v2",
                "nvmlDeviceGetComputeRunningProcesses");
        graphicsProcesses = NvmlFunction.bind(library, Arguments.DEVICE_POINTER_POINTER,
                "nvmlDeviceGetGraphicsRunningProcesses_v3", "nvmlDeviceGetGraphicsRunningProcesses_v2",
                "nvmlDeviceGetGraphicsRunningProcesses");
    }
}
