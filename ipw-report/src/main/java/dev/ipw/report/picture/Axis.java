package dev.ipw.report.picture;

import dev.ipw.internal.io.VisibleText;
import java.util.List;
import org.apiguardian.api.API;

/**
 * An axis.
 *
 * @param label       its name
 * @param unit        its unit; empty for a bare number
 * @param logarithmic true for a logarithmic axis; values that are not above zero are then omitted
 * @param names       the labels at 1, 2, 3 and so on instead of numbers; empty for numbers
 */
@API(status = API.Status.EXPERIMENTAL)
public record Axis(String label, String unit, boolean logarithmic, List<String> names) {
    private static final String UNSEEN = "\u200b";

    /** Copies the names, and removes invisible characters from texts. */
    public Axis {
        label = VisibleText.line(label);
        names = names.stream().map(VisibleText::line).toList();
    }

    /**
     * Creates a linear axis.
     *
     * @param label its name
     * @param unit  its unit; empty for a bare number
     * @return the axis
     */
    public static Axis of(String label, String unit) {
        return new Axis(label, unit, false, List.of());
    }

    /**
     * Creates an axis of named places.
     *
     * @param label its name; may be empty
     * @param names the labels at 1, 2, 3 and so on
     * @return the axis
     */
    public static Axis named(String label, List<String> names) {
        return new Axis(label, "", false, names);
    }

    /**
     * Returns this axis, logarithmic or linear.
     *
     * @param wanted true for a logarithmic axis
     * @return such an axis
     */
    public Axis logarithmic(boolean wanted) {
        return new Axis(label, unit, wanted, names);
    }

    /** Returns the label with its unit, and whether it is logarithmic. */
    String title() {
        String words = unit + (logarithmic ? unit.isEmpty() ? "log" : ", log" : "");
        return words.isEmpty() || label.isEmpty() ? label : label + " (" + words + ")";
    }

    /** Returns the label of a place, or an invisible text between two places: the library requires different texts. */
    String name(double position) {
        long place = Math.round(position);
        boolean there = Math.abs(position - place) < 1e-6 && place >= 1 && place <= names.size();
        return there ? names.get((int) place - 1) : UNSEEN.repeat((int) Math.round(position * 10));
    }
}
