package dev.ipw.telemetry.hardware.processor;

import dev.ipw.telemetry.hardware.KernelText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The packages of logical processors, named as in powercap. */
public final class ProcessorPackages {
    private static final String PROCESSORS = "devices/system/cpu";
    private static final Pattern RANGE = Pattern.compile("(\\d{1,6})(?:-(\\d{1,6}))?");
    private static final int MAX_PROCESSORS = 16_384;

    private ProcessorPackages() {}

    /**
     * Reads a list of numbers as the kernel writes it, for example {@code 0-3,8}.
     *
     * @param text the list
     * @return the numbers in order; other text is left out
     */
    public static List<Integer> numbers(String text) {
        List<Integer> numbers = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            Matcher range = RANGE.matcher(part.strip());
            if (range.matches()) {
                int first = Integer.parseInt(range.group(1));
                int last = range.group(2) == null ? first : Integer.parseInt(range.group(2));
                for (int number = first; number <= last && numbers.size() < MAX_PROCESSORS; number++) {
                    numbers.add(number);
                }
            }
        }
        return numbers;
    }

    /**
     * Returns the packages or dies of processors on which a driver counts, one processor of each.
     *
     * @param sysfs      the kernel's device tree
     * @param processors the processors
     * @return one processor of each package or die, in the order in which they were given
     */
    public static List<PackageProcessor> of(Path sysfs, Collection<Integer> processors) {
        return name(places(sysfs, processors, true));
    }

    /**
     * Returns one processor of each package that is online.
     *
     * @param sysfs the kernel's device tree
     * @param byDie true to return one of each die
     * @return the processors; empty if the kernel does not list them
     */
    public static List<PackageProcessor> online(Path sysfs, boolean byDie) {
        String online = KernelText.read(sysfs.resolve(PROCESSORS).resolve("online")).orElse("");
        return name(places(sysfs, numbers(online), byDie));
    }

    private static Map<Place, Integer> places(Path sysfs, Collection<Integer> processors, boolean byDie) {
        Map<Place, Integer> places = new LinkedHashMap<>();
        for (int processor : processors) {
            Path topology = sysfs.resolve(PROCESSORS).resolve("cpu" + processor).resolve("topology");
            long die = byDie ? known(topology.resolve("die_id"), 0) : 0;
            places.putIfAbsent(new Place(known(topology.resolve("physical_package_id"), 0), die), processor);
        }
        return places;
    }

    /** The kernel shows -1 if the firmware does not report the number. */
    private static long known(Path file, long otherwise) {
        OptionalLong number = KernelText.number(file);
        return number.isPresent() && number.getAsLong() >= 0 ? number.getAsLong() : otherwise;
    }

    private static List<PackageProcessor> name(Map<Place, Integer> places) {
        boolean dies = places.keySet().stream().map(Place::packageNumber).distinct().count() < places.size();
        return places.entrySet().stream().map(entry -> {
            Place place = entry.getKey();
            String device = "package-" + place.packageNumber() + (dies ? "-die-" + place.die() : "");
            return new PackageProcessor(entry.getValue(), (int) place.packageNumber(), device);
        }).toList();
    }

    private record Place(long packageNumber, long die) {}
}
