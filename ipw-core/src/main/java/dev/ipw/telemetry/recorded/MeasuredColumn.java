package dev.ipw.telemetry.recorded;

import dev.ipw.error.InputException;
import dev.ipw.telemetry.Quantity;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One column of numbers.
 *
 * @param name     the name in the file
 * @param quantity the quantity of its values
 * @param factor   the size of one of its units in the quantity's unit, or in joules for energy
 */
record MeasuredColumn(String name, Quantity quantity, double factor) {
    private static final Pattern NUMBER = Pattern
            .compile("([-+]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][-+]?\\d+)?)\\s*(\\S*)");
    private static final double MILLI = 1e-3;

    /** The known names, the best first, each with the unit that applies where the name has none. */
    private static final Map<Quantity, Map<String, Double>> NAMES = names();

    private static Map<Quantity, Map<String, Double>> names() {
        Map<Quantity, Map<String, Double>> names = new LinkedHashMap<>();
        names.put(Quantity.ENERGY_COUNTER, inOrder(1, List.of("energy", "total_energy", "energy_total",
                "energy_consumed", "energy_consumption", "joules")));
        milli(names, Quantity.ENERGY_COUNTER, "total_energy_consumption", "dcgm_fi_dev_total_energy_consumption",
                "totec");
        names.put(Quantity.POWER_WATTS, inOrder(1, List.of("power.draw.instant", "power", "power.draw", "power_draw",
                "power_usage", "dcgm_fi_dev_power_usage", "active_power", "real_power", "watts",
                "power.draw.average")));
        names.put(Quantity.UTILIZATION_PERCENT, inOrder(1, List.of("utilization.gpu", "utilization",
                "gpu_utilization", "gputl")));
        names.put(Quantity.MEMORY_USED_BYTES, inOrder(1, List.of("memory.used", "memory_used")));
        names.put(Quantity.MEMORY_TOTAL_BYTES, inOrder(1, List.of("memory.total", "memory_total")));
        names.put(Quantity.TEMPERATURE_CELSIUS, inOrder(1, List.of("temperature.gpu", "temperature", "tmptr")));
        names.put(Quantity.CLOCK_MEGAHERTZ, inOrder(1, List.of("clocks.current.sm", "clocks.sm", "clock", "smclk")));
        return names;
    }

    private static Map<String, Double> inOrder(double factor, List<String> names) {
        Map<String, Double> factors = new LinkedHashMap<>();
        names.forEach(name -> factors.put(name, factor));
        return factors;
    }

    private static void milli(Map<Quantity, Map<String, Double>> names, Quantity quantity, String... more) {
        for (String name : more) {
            names.computeIfAbsent(quantity, none -> new LinkedHashMap<>()).put(name, MILLI);
        }
    }

    /** Finds the columns of each quantity, the best first; a column that the user named is the only one. */
    static List<MeasuredColumn> choose(Collection<String> columns, ReplayOptions options) {
        List<MeasuredColumn> chosen = new ArrayList<>();
        NAMES.keySet().forEach(quantity -> {
            Optional<String> column = switch (quantity) {
                case ENERGY_COUNTER -> options.energyColumn();
                case POWER_WATTS -> options.powerColumn();
                default -> Optional.empty();
            };
            column.ifPresentOrElse(name -> chosen.add(named(name, quantity)),
                    () -> chosen.addAll(known(columns, quantity)));
        });
        return chosen;
    }

    private static MeasuredColumn named(String column, Quantity quantity) {
        ColumnName name = ColumnName.of(column);
        OptionalDouble unit = name.last().map(last -> Unit.factor(quantity, last)).orElseGet(OptionalDouble::empty);
        return new MeasuredColumn(column, quantity, unit.orElse(1));
    }

    private static List<MeasuredColumn> known(Collection<String> columns, Quantity quantity) {
        List<MeasuredColumn> found = new ArrayList<>();
        NAMES.getOrDefault(quantity, Map.of()).forEach((known, usual) -> {
            for (String column : columns) {
                factor(ColumnName.of(column), quantity, known, usual)
                        .ifPresent(factor -> found.add(new MeasuredColumn(column, quantity, factor)));
            }
        });
        return found;
    }

    private static OptionalDouble factor(ColumnName name, Quantity quantity, String known, double usual) {
        if (name.whole().equals(known)) {
            return OptionalDouble.of(usual);
        }
        return name.base().equals(known)
                ? name.last().map(last -> Unit.factor(quantity, last)).orElseGet(OptionalDouble::empty)
                : OptionalDouble.empty();
    }

    /**
     * Returns the averaging time of a value, if the name implies it: nvidia-smi has an instant and a mean of a second.
     */
    OptionalLong averagingNanos() {
        return switch (ColumnName.of(name).base()) {
            case "power.draw.instant" -> OptionalLong.of(0);
            case "power.draw.average" -> OptionalLong.of(TimeUnit.SECONDS.toNanos(1));
            default -> OptionalLong.empty();
        };
    }

    /**
     * Reads a number, in the quantity's unit.
     *
     * @param text the text in the file; a unit behind the number overrides that of the column
     * @return the number; empty if the file has no value there
     * @throws InputException if it is not a number; the caller adds the place
     */
    OptionalDouble value(String text) {
        String stripped = text.strip();
        if (isAbsent(stripped)) {
            return OptionalDouble.empty();
        }
        Matcher number = NUMBER.matcher(stripped);
        if (!number.matches()) {
            throw new InputException(name + " is '" + shortened(stripped) + "', which is no number");
        }
        OptionalDouble unit = number.group(2).isEmpty()
                ? OptionalDouble.of(factor)
                : Unit.factor(quantity, number.group(2));
        if (unit.isEmpty()) {
            throw new InputException(name + " is '" + shortened(stripped) + "', whose unit is not understood");
        }
        return OptionalDouble.of(Double.parseDouble(number.group(1)) * unit.getAsDouble());
    }

    /** nvidia-smi writes {@code [N/A]} or {@code [Not Supported]}; other programs leave the field empty. */
    private static boolean isAbsent(String text) {
        return text.isEmpty() || text.equals("-") || text.startsWith("[") || switch (text.toLowerCase(Locale.ROOT)) {
            case "n/a", "na", "nan", "null", "none" -> true;
            default -> false;
        };
    }

    private static String shortened(String text) {
        return text.length() <= 40 ? text : text.substring(0, 40) + "...";
    }
}
