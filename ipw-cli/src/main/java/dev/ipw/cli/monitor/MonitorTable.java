package dev.ipw.cli.monitor;

import dev.ipw.cli.text.DisplayWidth;
import dev.ipw.cli.text.Figures;
import dev.ipw.cli.text.FlagWords;
import dev.ipw.cli.text.TextTable;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.ThrottleReason;
import dev.ipw.telemetry.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The table of the devices' readings for a person. */
public final class MonitorTable {
    private static final String UNKNOWN = "-";
    private static final double GIBIBYTE = 1L << 30;
    private static final int NARROWEST_TITLE = 8;
    private static final String GAP = "  ";
    private static final String INDENT = "    ";

    private static final Column DEVICE = new Column("device", false, DeviceReading::title);
    /** The columns by priority; the last ones are dropped first. */
    private static final List<Column> FIGURES = List.of(new Column("watts", true, MonitorTable::watts),
            new Column("joules", true, MonitorTable::joules), new Column("how", false, MonitorTable::provenance),
            new Column("scope", false, reading -> reading.scope().label()),
            new Column("deg C", true, reading -> whole(reading.value(Quantity.TEMPERATURE_CELSIUS))),
            new Column("busy %", true, reading -> whole(reading.value(Quantity.UTILIZATION_PERCENT))),
            new Column("memory GiB", true, MonitorTable::memory),
            new Column("MHz", true, reading -> whole(reading.value(Quantity.CLOCK_MEGAHERTZ))),
            new Column("mem deg C", true, reading -> whole(reading.memoryValue(Quantity.TEMPERATURE_CELSIUS))),
            new Column("mem busy %", true, reading -> whole(reading.memoryValue(Quantity.UTILIZATION_PERCENT))),
            new Column("mem MHz", true, reading -> whole(reading.memoryValue(Quantity.CLOCK_MEGAHERTZ))),
            new Column("procs", true, reading -> whole(reading.value(Quantity.PROCESSES))));

    private MonitorTable() {}

    /** Returns the lines of a table. Empty columns are omitted, and the last of those that do not fit. */
    public static List<String> lines(List<DeviceReading> devices, int columns) {
        List<Column> shown = new ArrayList<>(List.of(DEVICE));
        FIGURES.stream().filter(column -> devices.stream().anyMatch(device -> !column.cell(device).equals(UNKNOWN)))
                .forEach(shown::add);
        // The last column of the terminal stays free, because some terminals break the line after writing it.
        while (shown.size() > 2 && width(shown, devices) >= columns) {
            shown.removeLast();
        }
        int tooWide = Math.max(0, width(shown, devices) - columns + 1);
        int title = Math.max(NARROWEST_TITLE, DEVICE.width(devices) - tooWide);
        Integer[] numbers = IntStream.range(0, shown.size()).filter(index -> shown.get(index).number()).boxed()
                .toArray(Integer[]::new);
        TextTable table = new TextTable(numbers).row(shown.stream().map(Column::heading).toArray(String[]::new));
        devices.forEach(device -> table
                .row(shown.stream().map(column -> shorten(column, device, title)).toArray(String[]::new)));
        return Stream.concat(table.format("", columns).lines(),
                notes(devices).flatMap(note -> TextTable.wrap(note, columns - 1).stream())).toList();
    }

    private static int width(List<Column> shown, List<DeviceReading> devices) {
        return shown.stream().mapToInt(column -> column.width(devices)).sum() + GAP.length() * (shown.size() - 1);
    }

    private static String shorten(Column column, DeviceReading device, int title) {
        String cell = column.cell(device);
        return column.equals(DEVICE) ? DisplayWidth.within(cell, title) : cell;
    }

    private static Stream<String> notes(List<DeviceReading> devices) {
        return devices.stream().flatMap(device -> Stream.of(
                throttled(device).stream().map(reasons -> device.title() + " is held back by " + reasons),
                Stream.of(FlagWords.of(known(device.flags()).toList())).filter(words -> !words.isEmpty())
                        .map(words -> device.title() + ": " + words),
                device.problem().stream().map(why -> device.title() + ": " + why)).flatMap(Function.identity()));
    }

    private static List<String> throttled(DeviceReading device) {
        return device.throttleReasons().filter(reasons -> !reasons.isEmpty()).stream()
                .map(reasons -> reasons.stream().map(ThrottleReason::name).collect(Collectors.joining(", "))).toList();
    }

    /** Returns the readings of one device on a line of its own; the part that does not fit is indented below. */
    static List<String> line(DeviceReading device, double elapsedSeconds, int columns) {
        List<String> facts = new ArrayList<>(List.of(String.format(Locale.ROOT, "%.1f s", elapsedSeconds),
                device.title(), device.scope().label()));
        device.power().ifPresent(power -> facts.add(Figures.of(power.watts()) + " W"));
        device.energy().ifPresent(energy -> facts.add(Figures.of(energy.joules()) + " J " + energy.provenance()));
        // The summary at the end explains the flags, so a log need not repeat that each second.
        String flags = flags(device.flags());
        if (!flags.equals(UNKNOWN)) {
            facts.add(flags);
        }
        add(facts, device.value(Quantity.TEMPERATURE_CELSIUS), " deg C");
        add(facts, device.value(Quantity.UTILIZATION_PERCENT), " % busy");
        if (device.value(Quantity.MEMORY_USED_BYTES).isPresent()) {
            facts.add(memory(device) + " GiB");
        }
        add(facts, device.value(Quantity.CLOCK_MEGAHERTZ), " MHz");
        add(facts, device.memoryValue(Quantity.TEMPERATURE_CELSIUS), " deg C memory");
        add(facts, device.memoryValue(Quantity.UTILIZATION_PERCENT), " % memory busy");
        add(facts, device.memoryValue(Quantity.CLOCK_MEGAHERTZ), " MHz memory");
        throttled(device).forEach(reasons -> facts.add("held back by " + reasons));
        device.problem().ifPresent(facts::add);
        List<String> lines = TextTable.wrap(String.join(GAP, facts), columns - INDENT.length());
        return Stream.concat(lines.stream().limit(1), lines.stream().skip(1).map(INDENT::concat)).toList();
    }

    private static void add(List<String> facts, OptionalDouble value, String unit) {
        value.ifPresent(known -> facts.add(whole(value) + unit));
    }

    private static String watts(DeviceReading device) {
        return device.power().map(DevicePower::watts).map(Figures::of).orElse(UNKNOWN);
    }

    private static String joules(DeviceReading device) {
        return device.energy().map(EnergyTotal::joules).map(Figures::of).orElse(UNKNOWN);
    }

    private static String provenance(DeviceReading device) {
        return device.energy().map(energy -> energy.provenance().name()).orElse(UNKNOWN);
    }

    /** Formats the flags of joules in one cell, except the obvious one that a running sum may still grow. */
    static String flags(List<EnergyFlag> flags) {
        String text = known(flags).map(EnergyFlag::name).collect(Collectors.joining(","));
        return text.isEmpty() ? UNKNOWN : text;
    }

    /** Returns the flags to report. */
    static Stream<EnergyFlag> known(List<EnergyFlag> flags) {
        return flags.stream().filter(flag -> flag != EnergyFlag.PROVISIONAL);
    }

    private static String memory(DeviceReading device) {
        OptionalDouble used = device.value(Quantity.MEMORY_USED_BYTES);
        OptionalDouble total = device.value(Quantity.MEMORY_TOTAL_BYTES);
        if (used.isEmpty()) {
            return UNKNOWN;
        }
        return gibibytes(used) + (total.isPresent() ? " of " + gibibytes(total) : "");
    }

    private static String gibibytes(OptionalDouble bytes) {
        return String.format(Locale.ROOT, "%.1f", bytes.orElseThrow() / GIBIBYTE);
    }

    private static String whole(OptionalDouble value) {
        return value.isPresent() ? String.valueOf(Math.round(value.getAsDouble())) : UNKNOWN;
    }

    /**
     * One figure of the table.
     *
     * @param heading the text above it
     * @param number  true if its cells are aligned to the right
     * @param text    formats the cell; a dash if unknown
     */
    private record Column(String heading, boolean number, Function<DeviceReading, String> text) {
        String cell(DeviceReading device) {
            return text.apply(device);
        }

        int width(List<DeviceReading> devices) {
            return Math.max(heading.length(),
                    devices.stream().mapToInt(device -> DisplayWidth.of(cell(device))).max().orElse(0));
        }
    }
}
