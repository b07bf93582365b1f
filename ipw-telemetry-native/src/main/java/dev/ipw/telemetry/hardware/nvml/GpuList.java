package dev.ipw.telemetry.hardware.nvml;

import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

/** The GPUs that NVML reports, with their properties. */
final class GpuList {
    static final StructLayout PCI_INFO = MemoryLayout.structLayout(
            MemoryLayout.sequenceLayout(16, JAVA_BYTE).withName("busIdLegacy"), JAVA_INT.withName("domain"),
            JAVA_INT.withName("bus"), JAVA_INT.withName("device"), JAVA_INT.withName("pciDeviceId"),
            JAVA_INT.withName("pciSubSystemId"), MemoryLayout.sequenceLayout(32, JAVA_BYTE).withName("busId"))
            .withName("pci_info");
    private static final int TEXT_BYTES = 96;
    private static final int MAX_GPUS = 256;

    private final NvmlApi api;
    private final List<Gpu> gpus = new ArrayList<>();
    private Optional<NvmlStatus> refusal = Optional.empty();
    private final Arena arena = Arena.ofAuto();
    private final MemorySegment text = arena.allocate(TEXT_BYTES);
    private final MemorySegment first = arena.allocate(JAVA_LONG);
    private final MemorySegment second = arena.allocate(JAVA_LONG);
    private final MemorySegment pci = arena.allocate(PCI_INFO);

    private GpuList(NvmlApi api) {
        this.api = api;
    }

    /** Reads the GPUs in NVML's order, including those that cannot be identified. */
    static GpuList read(NvmlDriver driver) {
        GpuList list = new GpuList(driver.api());
        NvmlStatus counted = NvmlStatus.of(list.api.count.call(list.first));
        if (counted != NvmlStatus.SUCCESS) {
            list.refusal = Optional.of(counted);
            return list;
        }
        int count = Math.min(MAX_GPUS, list.first.get(JAVA_INT, 0));
        for (int index = 0; index < count; index++) {
            list.add(index);
        }
        return list;
    }

    List<Gpu> gpus() {
        return List.copyOf(gpus);
    }

    /** Returns why NVML does not even count the GPUs; empty if it does. */
    Optional<NvmlStatus> refusal() {
        return refusal;
    }

    /** Returns the versions of driver, NVML and CUDA, as far as they are known. */
    Map<String, String> versions() {
        Map<String, String> versions = new LinkedHashMap<>();
        text(api.driverVersion.call(text, TEXT_BYTES)).ifPresent(version -> versions.put("driver_version", version));
        text(api.nvmlVersion.call(text, TEXT_BYTES)).ifPresent(version -> versions.put("nvml_version", version));
        number(api.cudaVersion.call(first)).ifPresent(version -> versions.put("cuda_driver_version",
                version / 1000 + "." + version % 1000 / 10));
        return versions;
    }

    private void add(int index) {
        int found = api.handleByIndex.call(index, first);
        long handle = first.get(JAVA_LONG, 0);
        int named = found == NvmlStatus.SUCCESS.code() ? api.uuid.call(handle, text, TEXT_BYTES) : found;
        Optional<String> uuid = text(named);
        if (uuid.isEmpty()) {
            NvmlStatus status = NvmlStatus.of(named);
            gpus.add(Gpu.unreadable(index, status == NvmlStatus.SUCCESS ? NvmlStatus.UNKNOWN : status));
            return;
        }
        String name = text(api.name.call(handle, text, TEXT_BYTES)).orElse("NVIDIA GPU");
        OptionalInt limitMilliwatts = number(api.powerLimit.call(handle, first));
        boolean sharesUuid = gpus.stream().anyMatch(other -> other.uuid().equals(uuid.get()));
        gpus.add(new Gpu(index, handle, uuid.get(), sharesUuid, name, pciAddress(handle),
                number(api.architecture.call(handle, first)), computeCapability(handle),
                limitMilliwatts.isPresent() && limitMilliwatts.getAsInt() > 0
                        ? OptionalDouble.of(limitMilliwatts.getAsInt() / 1e3)
                        : OptionalDouble.empty(),
                number(api.migMode.call(handle, first, second)).stream().mapToObj(mode -> mode == 1).findFirst(),
                Optional.empty()));
    }

    private Optional<PciAddress> pciAddress(long handle) {
        return NvmlStatus.of(api.pciInfo.call(handle, pci)) == NvmlStatus.SUCCESS
                ? Optional.of(new PciAddress(pciNumber("domain"), pciNumber("bus"), pciNumber("device")))
                : Optional.empty();
    }

    private int pciNumber(String member) {
        return pci.get(JAVA_INT, PCI_INFO.byteOffset(PathElement.groupElement(member)));
    }

    private OptionalInt computeCapability(long handle) {
        OptionalInt major = number(api.computeCapability.call(handle, first, second));
        return major.isPresent()
                ? OptionalInt.of(10 * major.getAsInt() + second.get(JAVA_INT, 0))
                : OptionalInt.empty();
    }

    private Optional<String> text(int code) {
        if (code != NvmlStatus.SUCCESS.code()) {
            return Optional.empty();
        }
        text.set(JAVA_BYTE, TEXT_BYTES - 1, (byte) 0);
        return Optional.of(text.getString(0, StandardCharsets.UTF_8).strip()).filter(read -> !read.isEmpty());
    }

    private OptionalInt number(int code) {
        return code == NvmlStatus.SUCCESS.code() ? OptionalInt.of(first.get(JAVA_INT, 0)) : OptionalInt.empty();
    }
}
