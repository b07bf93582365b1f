package dev.ipw.report.head;

import dev.ipw.report.markup.Markup;
import dev.ipw.report.markup.Tree;
import java.util.EnumSet;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * A figure of the first screen with its marks.
 *
 * @param key   its key in the page's JSON
 * @param unit  its unit; {@code %} for a fraction of one
 * @param marks its limits; empty if it is usable as it is
 */
record HeadFigure(Tree tree, String key, String unit, Set<HeadMark> marks) {
    /** An interval wider than this part of its figure on either side is shown instead of it. */
    private static final double MAX_HALF = 0.25;
    private static final double MAX_HALF_OF_SHARE = 0.1;

    HeadFigure {
        marks = marks.isEmpty() ? Set.of() : EnumSet.copyOf(marks);
    }

    boolean isKnown() {
        return tree.number(key).isPresent();
    }

    boolean is(HeadMark mark) {
        return marks.contains(mark);
    }

    boolean hasRange() {
        return low().isPresent() || high().isPresent();
    }

    /** Returns whether the value alone would appear more certain than it is. */
    boolean isUncertain() {
        return is(HeadMark.ESTIMATED) || is(HeadMark.PARTIAL) || is(HeadMark.UNTRUSTED) || isWide();
    }

    private boolean isWide() {
        double value = tree.number(key).orElse(0);
        double half = Math.max(value - low().orElse(value), high().orElse(value) - value);
        return half > (unit.equals("%") ? MAX_HALF_OF_SHARE : MAX_HALF * Math.abs(value));
    }

    /** Writes the value, or the range if the value alone would appear too certain. */
    void writeBest(Markup page) {
        if (isUncertain() && hasRange()) {
            range(page);
        } else {
            if (isUncertain()) {
                page.raw("about ");
            }
            value(page);
        }
    }

    /** Writes the value in the digits that its interval justifies. */
    void value(Markup page) {
        page.rounded(key, key + "_low", key + "_high", unit);
    }

    void range(Markup page) {
        page.range(key, key + "_low", key + "_high", unit);
    }

    private OptionalDouble low() {
        return tree.number(key + "_low");
    }

    private OptionalDouble high() {
        return tree.number(key + "_high");
    }
}
