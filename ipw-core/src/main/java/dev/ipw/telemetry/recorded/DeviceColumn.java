package dev.ipw.telemetry.recorded;

import dev.ipw.energy.Scope;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The column that names the device of a line, and the guess of the device's kind.
 *
 * @param name     the column of names; empty if the file has only one device
 * @param isOfGpus whether its name shows that the devices are GPUs
 * @param scope    the column with the scope of each device; empty if there is none
 */
record DeviceColumn(Optional<String> name, boolean isOfGpus, Optional<String> scope) {
    private static final List<String> NAMES = List.of("device", "uuid", "gpu_uuid", "pci.bus_id", "index", "gpu",
            "gpu_id", "gpu_index", "entity", "rail", "channel", "sensor", "meter");
    private static final Set<String> OF_GPUS = Set.of("uuid", "gpu_uuid", "pci.bus_id", "index", "gpu", "gpu_id",
            "gpu_index");
    private static final String SCOPE = "scope";
    private static final Pattern NUMBER = Pattern.compile("\\d+");
    private static final Pattern GPU = Pattern.compile("(gpu|mig-|nvidia|amdgpu|card).*");
    private static final Map<String, Scope> BEGINNINGS = Map.of("package", Scope.PACKAGE, "pkg", Scope.PACKAGE, "cpu",
            Scope.PACKAGE, "dram", Scope.DRAM, "ane", Scope.ANE, "soc", Scope.SOC, "core", Scope.CORE, "uncore",
            Scope.UNCORE, "module", Scope.MODULE);

    static DeviceColumn choose(Collection<String> columns, ReplayOptions options) {
        Optional<String> scope = columns.stream().filter(column -> ColumnName.of(column).whole().equals(SCOPE))
                .findFirst();
        Optional<String> name = options.deviceColumn().or(() -> NAMES.stream()
                .flatMap(known -> columns.stream().filter(column -> ColumnName.of(column).whole().equals(known)))
                .findFirst());
        return new DeviceColumn(name,
                name.filter(column -> OF_GPUS.contains(ColumnName.of(column).whole())).isPresent(),
                scope);
    }

    /** Returns the device's name in a line; a bare number becomes {@code gpu0}. */
    Optional<String> device(Map<String, String> fields, String otherwise) {
        if (name.isEmpty()) {
            return Optional.of(otherwise);
        }
        return Optional.ofNullable(fields.get(name.get())).map(String::strip).filter(text -> !text.isEmpty())
                .map(text -> isOfGpus && NUMBER.matcher(text).matches() ? "gpu" + text : text);
    }

    /**
     * Returns the scope of a device: the value of the scope column, else a guess from the device's name, else a meter
     * of the whole machine.
     */
    Scope scope(Map<String, String> fields, String device) {
        String text = scope.map(fields::get).orElse("").strip();
        for (Scope one : Scope.values()) {
            if (one.label().equalsIgnoreCase(text)) {
                return one;
            }
        }
        String lower = device.toLowerCase(Locale.ROOT);
        if (isOfGpus || GPU.matcher(lower).matches()) {
            return Scope.GPU;
        }
        return BEGINNINGS.entrySet().stream().filter(known -> lower.startsWith(known.getKey())).map(Map.Entry::getValue)
                .findFirst().orElse(Scope.PSYS);
    }
}
