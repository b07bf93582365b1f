package dev.ipw.results.internal.format;

import dev.ipw.internal.tree.TreeReader;
import dev.ipw.record.SystemInfo;
import java.util.Optional;
import java.util.OptionalInt;

/** The columns of the machine that was measured. */
final class SystemColumns extends StructColumns<SystemInfo> {
    static final SystemColumns INSTANCE = new SystemColumns();

    private final Column<SystemInfo, String> name = text("os_name", "the operating system",
            SystemInfo::operatingSystem);
    private final Column<SystemInfo, String> version = text("os_version", "its version",
            SystemInfo::operatingSystemVersion);
    private final Column<SystemInfo, Optional<String>> kernel = optionalText("kernel_version",
            "the kernel's version, if it differs", SystemInfo::kernelVersion);
    private final Column<SystemInfo, Optional<String>> host = optionalText("host_name", "the machine's name",
            SystemInfo::hostName);
    private final Column<SystemInfo, OptionalInt> processors = integer("cpu_count", "logical processors",
            SystemInfo::logicalProcessors);
    private final Column<SystemInfo, Optional<String>> brand = optionalText("cpu_brand", "the processor's name",
            SystemInfo::processorBrand);

    private SystemColumns() {}

    @Override
    public SystemInfo read(TreeReader row) {
        return new SystemInfo(name.in(row), version.in(row), kernel.in(row), host.in(row), processors.in(row),
                brand.in(row));
    }
}
