package dev.ipw.energy.internal;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The warnings of devices. Warnings with the same text for several devices, except for figures, are given once, with
 * the others' number and names.
 */
public final class DeviceWarnings {
    private static final int MAX_NAMED = 8;
    private static final Pattern FIGURE = Pattern.compile("\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?");

    /** The warnings by their text without names and figures, then by device. */
    private final Map<String, SortedMap<String, List<String>>> groups = new LinkedHashMap<>();

    /** Creates an empty list of warnings. */
    public DeviceWarnings() {}

    /**
     * Adds a warning.
     *
     * @param device    the device's name
     * @param others    the other names of the device in the sentences, such as its sensors
     * @param sentences the warning; nothing is added if there are none
     */
    public void add(String device, List<String> others, List<String> sentences) {
        if (sentences.isEmpty()) {
            return;
        }
        String pattern = sentences.getFirst();
        for (String name : Stream.concat(others.stream(), Stream.of(device)).filter(name -> !name.isEmpty()).toList()) {
            pattern = pattern.replace(name, "DEVICE");
        }
        SortedMap<String, List<String>> group = groups.computeIfAbsent(FIGURE.matcher(pattern).replaceAll("0"),
                first -> new TreeMap<>());
        if (!group.containsValue(sentences)) {
            group.put(free(group, device, others), List.copyOf(sentences));
        }
    }

    /** A device may have several sensors with the same warning. */
    private static String free(Map<String, List<String>> group, String device, List<String> others) {
        return Stream.concat(Stream.of(device), others.stream().map(other -> device + " (" + other + ")"))
                .filter(name -> !group.containsKey(name)).findFirst().orElse(device);
    }

    /**
     * Returns the warnings.
     *
     * @return the sentences of each warning, in full for the device whose name comes first
     */
    public List<String> sentences() {
        return groups.values().stream().flatMap(DeviceWarnings::sentences).toList();
    }

    private static Stream<String> sentences(SortedMap<String, List<String>> group) {
        List<String> first = Objects.requireNonNull(group.get(group.firstKey()), "a group has a first device");
        if (group.size() == 1) {
            return first.stream();
        }
        int others = group.size() - 1;
        String last = first.getLast();
        return Stream.concat(first.stream().limit(first.size() - 1L), Stream.of(last + (last.endsWith(".") ? "" : ".")
                + " The same is so of " + others + (others == 1 ? " further device: " : " further devices: ")
                + group.keySet().stream().skip(1).limit(MAX_NAMED).collect(Collectors.joining(", "))
                + (others > MAX_NAMED ? " and " + (others - MAX_NAMED) + " more" : "") + "."));
    }
}
