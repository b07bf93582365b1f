package dev.ipw.meter.metrics;

import dev.ipw.internal.io.VisibleText;
import dev.ipw.meter.RequestOrigin;
import java.util.HashSet;
import java.util.Set;

/** The values of a label, of which there are at most so many; further ones become {@code other}. */
final class BoundedLabels {
    private static final String UNKNOWN = "unknown";
    private static final int MAX_CHARACTERS = 128;

    private final int max;
    private final Set<String> admitted = new HashSet<>();

    BoundedLabels(int max, Set<String> known) {
        this.max = max;
        known.forEach(value -> admitted.add(cleaned(value)));
    }

    /** Returns the label of a value. A value keeps its label: once none is left, none becomes free again. */
    String of(String value) {
        String label = cleaned(value);
        return admitted.contains(label) || (admitted.size() < max && admitted.add(label)) ? label : RequestOrigin.OTHER;
    }

    private static String cleaned(String value) {
        String line = VisibleText.line(value);
        int length = line.codePointCount(0, line.length());
        String cut = length <= MAX_CHARACTERS ? line : line.substring(0, line.offsetByCodePoints(0, MAX_CHARACTERS));
        return cut.isEmpty() ? UNKNOWN : cut;
    }
}
