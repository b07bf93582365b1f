package dev.ipw.results.internal.format;

import dev.ipw.internal.tree.TreeReader;
import dev.ipw.record.GpuInfo;
import java.util.Optional;
import java.util.OptionalInt;

/** The columns of the graphics processors that were measured. */
final class GpuColumns extends StructColumns<GpuInfo> {
    static final GpuColumns INSTANCE = new GpuColumns();

    private final Column<GpuInfo, String> name = text("name", "the product name", GpuInfo::name);
    private final Column<GpuInfo, Optional<String>> vendor = optionalText("vendor", "the maker", GpuInfo::vendor);
    private final Column<GpuInfo, OptionalInt> number = integer("device_id", "the driver's number",
            GpuInfo::deviceId);
    private final Column<GpuInfo, String> type = text("device_type", "GPU", GpuInfo::deviceType);
    private final Column<GpuInfo, String> backend = text("backend", "the collector that read them", GpuInfo::backend);

    private GpuColumns() {}

    @Override
    public GpuInfo read(TreeReader row) {
        return new GpuInfo(name.in(row), vendor.in(row), number.in(row), type.in(row), backend.in(row));
    }
}
