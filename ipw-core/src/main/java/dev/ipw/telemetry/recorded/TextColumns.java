package dev.ipw.telemetry.recorded;

import dev.ipw.error.InputException;
import dev.ipw.telemetry.Quantity;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The columns of a text that are read.
 *
 * @param time     the column of times
 * @param device   the column of devices
 * @param measured the columns of values
 */
record TextColumns(TimeColumn time, DeviceColumn device, List<MeasuredColumn> measured) {
    /**
     * Finds the columns by the user's options, and otherwise by their names.
     *
     * @throws InputException if there is no time, or no column that gives joules
     */
    static TextColumns choose(Collection<String> columns, ReplayOptions options) {
        String there = ". Its columns are: " + String.join(", ", columns);
        TimeColumn time = TimeColumn.choose(columns, options).orElseThrow(() -> new InputException(
                "there is no column of times, such as timestamp, epoch_ms or t_ns" + there
                        + ". Say which one it is: time=NAME"));
        List<MeasuredColumn> measured = MeasuredColumn.choose(columns, options);
        if (measured.stream().noneMatch(column -> column.quantity() == Quantity.ENERGY_COUNTER
                || column.quantity() == Quantity.POWER_WATTS)) {
            throw new InputException(
                    "there is no column of power or energy with a unit, such as power_w, power.draw [W] "
                            + "or energy_joules" + there + ". Say which one it is: power=NAME or energy=NAME");
        }
        TextColumns chosen = new TextColumns(time, DeviceColumn.choose(columns, options), measured);
        options.timeColumn().ifPresent(name -> require("time", name, columns));
        options.deviceColumn().ifPresent(name -> require("device", name, columns));
        options.powerColumn().ifPresent(name -> require("power", name, columns));
        options.energyColumn().ifPresent(name -> require("energy", name, columns));
        return chosen;
    }

    private static void require(String parameter, String name, Collection<String> columns) {
        if (!columns.contains(name)) {
            throw new InputException(
                    "there is no column '" + name + "', which " + parameter + "= names. Its columns are: "
                            + String.join(", ", columns));
        }
    }

    /**
     * Reads a line.
     *
     * @param fields    its fields
     * @param otherwise the name of the one device of a file without a column for it
     * @throws InputException if a field does not fit its column
     */
    TextSample read(Map<String, String> fields, String otherwise) {
        String when = fields.get(time.name());
        if (when == null || when.isBlank()) {
            throw new InputException("it has no " + time.name() + ", and so no time");
        }
        String name = device.device(fields, otherwise)
                .orElseThrow(() -> new InputException("it has no " + device.name().orElse("device")));
        Map<MeasuredColumn, Double> values = new LinkedHashMap<>();
        for (MeasuredColumn column : measured) {
            String text = fields.get(column.name());
            OptionalDouble value = text == null ? OptionalDouble.empty() : column.value(text);
            value.ifPresent(number -> values.put(column, number));
        }
        return new TextSample(time.read(when), name, values);
    }

    /**
     * The content of a line.
     *
     * @param stamp  its time
     * @param device its device
     * @param values its values; absent values are not in it
     */
    record TextSample(TimeColumn.Stamp stamp, String device, Map<MeasuredColumn, Double> values) {}
}
