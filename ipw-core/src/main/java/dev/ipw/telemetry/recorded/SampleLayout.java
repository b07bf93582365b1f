package dev.ipw.telemetry.recorded;

import dev.ipw.energy.Scope;
import dev.ipw.error.InputException;
import dev.ipw.internal.table.ColumnType;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.RunClock;
import dev.ipw.telemetry.SampleFile;
import dev.ipw.telemetry.Sensor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * The layout of the Arrow file of one source's raw samples: columns of time, one column for each sensor, one column of losses, and
 * the sensors as JSON in the metadata. The due time of a row is empty if the row was not planned after the row before it. A row
 * lists losses only if they changed: a JSON object of the reasons, by the sensor's place in the list. A sensor is no longer lost
 * as soon as it has a value.
 *
 * @param file the description of the source
 */
record SampleLayout(SampleFile file) {
    static final String DUE_COLUMN = "t_due_nanos";
    static final String BEFORE_COLUMN = "t_before_nanos";
    static final String AFTER_COLUMN = "t_after_nanos";
    static final String LOST_COLUMN = "lost";
    private static final String METADATA_KEY = "ipw_telemetry";

    /** Lists the names of the sensors' columns, in their order. */
    List<String> columns() {
        return IntStream.range(0, file.sensors().size()).mapToObj(this::column).toList();
    }

    /** Returns the name of a sensor's column: readable, and unique by the sensor's place in the list. */
    private String column(int sensor) {
        Sensor described = file.sensors().get(sensor);
        return sensor + " " + described.device() + " " + lower(described.quantity());
    }

    ColumnType.Struct schema() {
        ColumnType.Builder columns = ColumnType.builder().whole(DUE_COLUMN, BEFORE_COLUMN, AFTER_COLUMN);
        for (int i = 0; i < file.sensors().size(); i++) {
            boolean counter = file.sensors().get(i).quantity().isCounter();
            columns.field(column(i), counter ? ColumnType.Leaf.WHOLE : ColumnType.Leaf.REAL);
        }
        return columns.text(LOST_COLUMN).build();
    }

    Map<String, String> metadata(RunClock clock) {
        List<Map<String, ?>> described = new ArrayList<>();
        file.sensors().forEach(sensor -> described.add(describe(sensor)));
        List<Map<String, ?>> known = new ArrayList<>();
        file.devices().forEach(device -> known.add(describe(device)));
        String json = TreeBuilder.object().put("source", file.sourceId()).put("period_nanos", file.periodNanos())
                .put("clock", TreeBuilder.object().put("monotonic_anchor_nanos", clock.monotonicAnchorNanos())
                        .put("epoch_anchor_nanos", clock.epochAnchorNanos()))
                .put("reads_serving_machine", file.readsServingMachine()).put("sensors", described)
                .put("devices", known)
                .json();
        return Map.of(METADATA_KEY, json);
    }

    private static Map<String, ?> describe(Sensor sensor) {
        return TreeBuilder.object().put("device", sensor.device()).put("scope", sensor.scope().label())
                .put("quantity", lower(sensor.quantity())).put("source", sensor.source())
                .put("joules_per_unit", sensor.joulesPerUnit()).put("counter_range", sensor.counterRange())
                .put("limit_watts", sensor.limitWatts()).put("averaging_nanos", sensor.averagingNanos())
                .put("resolution_nanos", sensor.resolutionNanos()).put("doubted", sensor.doubted())
                .put("reading_nanos", sensor.readingNanos()).build();
    }

    private static Map<String, ?> describe(DeviceInfo device) {
        return TreeBuilder.object().put("device", device.device()).put("name", device.name())
                .put("vendor", device.vendor()).put("index", device.index()).put("details", device.details()).build();
    }

    private static DeviceInfo device(TreeReader tree) {
        Map<String, String> details = new LinkedHashMap<>();
        tree.child("details").asMap().forEach((name, value) -> details.put(name, String.valueOf(value)));
        OptionalLong index = tree.optionalWhole("index");
        return new DeviceInfo(tree.text("device"), tree.text("name"), tree.optionalText("vendor"),
                index.isPresent() ? OptionalInt.of((int) index.getAsLong()) : OptionalInt.empty(), details);
    }

    /**
     * Reads the description of a file.
     *
     * @throws InputException if the metadata do not hold one
     */
    static SampleLayout read(String place, Map<String, String> metadata) {
        TreeReader tree = tree(place, metadata);
        List<Sensor> sensors = new ArrayList<>();
        for (TreeReader sensor : tree.children("sensors")) {
            sensors.add(new Sensor(sensor.text("device"), constant(Scope.class, place, sensor.text("scope")),
                    constant(Quantity.class, place, sensor.text("quantity")), sensor.text("source"),
                    sensor.optionalReal("joules_per_unit"), sensor.optionalWhole("counter_range"),
                    sensor.optionalReal("limit_watts"), sensor.optionalWhole("averaging_nanos"),
                    sensor.optionalWhole("resolution_nanos"), sensor.truth("doubted"),
                    sensor.optionalWhole("reading_nanos")));
        }
        List<DeviceInfo> devices = tree.children("devices").stream().map(SampleLayout::device).toList();
        return new SampleLayout(new SampleFile(tree.text("source"), tree.whole("period_nanos"),
                tree.truth("reads_serving_machine"), sensors, devices));
    }

    /**
     * Reads the clock of the times.
     *
     * @throws InputException if the metadata do not hold it
     */
    static RunClock clock(String place, Map<String, String> metadata) {
        TreeReader clock = tree(place, metadata).child("clock");
        return new RunClock(clock.whole("monotonic_anchor_nanos"), clock.whole("epoch_anchor_nanos"));
    }

    private static TreeReader tree(String place, Map<String, String> metadata) {
        String json = metadata.get(METADATA_KEY);
        if (json == null) {
            throw new InputException(place + " is no file of samples: its metadata lack " + METADATA_KEY);
        }
        return TreeReader.ofJson(place + ": the description of its sensors", json);
    }

    private static <E extends Enum<E>> E constant(Class<E> type, String place, String text) {
        try {
            return Enum.valueOf(type, text.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException unknown) {
            throw new InputException(place + " names an unknown " + type.getSimpleName().toLowerCase(Locale.ROOT) + ": "
                    + text + ". It may come from a newer version", unknown);
        }
    }

    private static String lower(Quantity quantity) {
        return quantity.name().toLowerCase(Locale.ROOT);
    }
}
