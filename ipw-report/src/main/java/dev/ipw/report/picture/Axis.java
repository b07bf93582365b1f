package dev.ipw.report.picture;

import dev.ipw.internal.io.VisibleText;
import java.util.List;

/**
 * Describe an axis.
 *
 * @param label       what is on it, in words
 * @param unit        its unit; empty for a bare number
 * @param logarithmic true if each step multiplies; what is not above zero is then left out
 * @param names       what stands at 1, 2, 3 and so on instead of numbers; empty for numbers
 */
public record Axis(String label, String unit, boolean logarithmic, List<String> names) {
    private static final String UNSEEN = "\u200b";

    /** Copy the names, and leave out of texts what cannot be seen. */
    public Axis {
        label = VisibleText.line(label);
        names = names.stream().map(VisibleText::line).toList();
    }

    /**
     * Make an axis with even steps.
     *
     * @param label what is on it
     * @param unit  its unit; empty for a bare number
     * @return the axis
     */
    public static Axis of(String label, String unit) {
        return new Axis(label, unit, false, List.of());
    }

    /**
     * Make an axis of named places.
     *
     * @param label what is on it; may be empty
     * @param names what stands at 1, 2, 3 and so on
     * @return the axis
     */
    public static Axis named(String label, List<String> names) {
        return new Axis(label, "", false, names);
    }

    /**
     * Let each step multiply.
     *
     * @param wanted true for a logarithmic axis
     * @return such an axis
     */
    public Axis logarithmic(boolean wanted) {
        return new Axis(label, unit, wanted, names);
    }

    /** Write what is on it with its unit, and that each step multiplies. */
    String title() {
        String words = unit + (logarithmic ? unit.isEmpty() ? "log" : ", log" : "");
        return words.isEmpty() || label.isEmpty() ? label : label + " (" + words + ")";
    }

    /** Write the name of a place, or nothing that is seen between two: the library wants each text to be another one. */
    String name(double position) {
        long place = Math.round(position);
        boolean there = Math.abs(position - place) < 1e-6 && place >= 1 && place <= names.size();
        return there ? names.get((int) place - 1) : UNSEEN.repeat((int) Math.round(position * 10));
    }
}
