package dev.ipw.report.head;

import dev.ipw.report.markup.Markup;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The label of a point in a chart, on one of its four sides.
 *
 * @param words    the words
 * @param style    the class of its point in the style sheet
 * @param across   the place of the point, as a part of the width
 * @param down     the place of the point from above, as a part of the height
 * @param isBefore whether it stands to the left of the point
 * @param isBelow  whether it stands below the point
 */
record PointLabel(String words, String style, double across, double down, boolean isBefore, boolean isBelow) {
    /** Labels stand to the left of points beyond this part of the width, if there is room. */
    private static final double RIGHT = 0.72;
    /** The largest parts that a letter, the space beside the point and a line take of a chart on a telephone. */
    private static final double LETTER = 0.02;
    private static final double SPACE = 0.03;
    private static final double LINE = 0.07;

    /**
     * Places a label where it covers none of the others.
     *
     * @return the label; empty if there is no such place
     */
    static Optional<PointLabel> place(String words, String style, double across, double down, List<PointLabel> others) {
        boolean isRight = across > RIGHT;
        return Stream.of(false, true)
                .flatMap(isBelow -> Stream.of(isRight, !isRight)
                        .map(isBefore -> new PointLabel(words, style, across, down, isBefore, isBelow)))
                .filter(label -> others.stream().noneMatch(label::covers) && label.fits())
                .findFirst();
    }

    /** Returns whether the label lies within the chart; one that is too long for each side is cut off. */
    private boolean fits() {
        return (!isBelow || middle() <= 1) && (isBefore == across > RIGHT || left() >= 0 && left() + width() <= 1);
    }

    private boolean covers(PointLabel other) {
        return left() < other.left() + other.width() && other.left() < left() + width()
                && Math.abs(middle() - other.middle()) < LINE;
    }

    private double width() {
        return SPACE + LETTER * words.length();
    }

    private double left() {
        return isBefore ? across - width() : across;
    }

    private double middle() {
        return isBelow ? down + LINE : down - LINE;
    }

    /** Returns the label as markup. */
    String html() {
        return String.format(Locale.ROOT,
                "<span class=\"point-name%s%s\" style=\"%s:%.2f%%;top:%.2f%%\" data-axis=\"1\">%s</span>",
                style.isEmpty() ? "" : " " + style, isBelow ? " below" : "",
                isBefore ? "right" : "left", 100 * (isBefore ? 1 - across : across), 100 * down,
                Markup.escaped(words));
    }
}
