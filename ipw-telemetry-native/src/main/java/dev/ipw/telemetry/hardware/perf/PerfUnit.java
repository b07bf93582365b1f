package dev.ipw.telemetry.hardware.perf;

import dev.ipw.energy.Scope;
import dev.ipw.telemetry.hardware.KernelText;
import dev.ipw.telemetry.hardware.processor.ProcessorPackages;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The kernel's unit that counts energy, as its directory {@code bus/event_source/devices/power} describes it. AMD's
 * {@code power_core} counts single cores and is another unit.
 *
 * @param type       its number
 * @param processors the logical processors to count on: one of each package or die
 * @param events     its events
 */
record PerfUnit(int type, List<Integer> processors, List<Event> events) {
    private static final Pattern CONFIG = Pattern.compile("event=0x([0-9a-fA-F]{1,15})");
    private static final String UNIT = "Joules";

    PerfUnit {
        processors = List.copyOf(processors);
        events = List.copyOf(events);
    }

    /** Returns the directory of the unit, whether or not it exists. */
    static Path directory(Path sysfs) {
        return sysfs.resolve("bus/event_source/devices/power");
    }

    /**
     * Reads the description.
     *
     * @return the unit; empty if there is none, or its description cannot be parsed
     */
    static Optional<PerfUnit> read(Path sysfs) {
        Path directory = directory(sysfs);
        if (!Files.isDirectory(directory)) {
            return Optional.empty();
        }
        long type = KernelText.number(directory.resolve("type")).orElse(-1);
        List<Event> events = new ArrayList<>();
        event(directory, "energy-pkg", Scope.PACKAGE).ifPresent(events::add);
        event(directory, "energy-ram", Scope.DRAM).ifPresent(events::add);
        event(directory, "energy-cores", Scope.CORE).ifPresent(events::add);
        event(directory, "energy-gpu", Scope.UNCORE).ifPresent(events::add);
        event(directory, "energy-psys", Scope.PSYS).ifPresent(events::add);
        List<Integer> numbers = ProcessorPackages.numbers(KernelText.read(directory.resolve("cpumask")).orElse(""));
        return type < 0 || type > Integer.MAX_VALUE || events.isEmpty() || numbers.isEmpty()
                ? Optional.empty()
                : Optional.of(new PerfUnit((int) type, numbers, events));
    }

    private static Optional<Event> event(Path directory, String name, Scope scope) {
        Path events = directory.resolve("events");
        Matcher config = CONFIG.matcher(KernelText.read(events.resolve(name)).orElse(""));
        double scale = scale(KernelText.read(events.resolve(name + ".scale")).orElse(""));
        String unit = KernelText.read(events.resolve(name + ".unit")).orElse("");
        return config.matches() && scale > 0 && unit.equals(UNIT)
                ? Optional.of(new Event(scope, Long.parseLong(config.group(1), 16), scale))
                : Optional.empty();
    }

    private static double scale(String text) {
        try {
            double scale = Double.parseDouble(text);
            return Double.isFinite(scale) ? scale : 0;
        } catch (NumberFormatException notANumber) {
            return 0;
        }
    }

    /**
     * One event.
     *
     * @param scope          the part of the machine that it counts
     * @param config         the event's number
     * @param joulesPerCount joules of one count
     */
    record Event(Scope scope, long config, double joulesPerCount) {}
}
