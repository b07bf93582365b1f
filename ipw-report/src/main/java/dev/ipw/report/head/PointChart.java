package dev.ipw.report.head;

import dev.ipw.report.axis.AxisRange;
import dev.ipw.report.axis.AxisTicks;
import dev.ipw.report.axis.AxisUnit;
import dev.ipw.report.markup.Markup;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/**
 * Points with their intervals over two axes. The shapes are SVG that is stretched to the width of the page, the words
 * are HTML, so that both are readable on a telephone.
 */
final class PointChart {
    /** The style of points that a reader looks for. */
    static final String MARKED = "marked";

    private static final int SIZE = 1000;
    private static final int MAX_TICKS = 5;

    private final String label;
    private final Axis across;
    private final Axis up;
    private final List<Point> points = new ArrayList<>();
    private final boolean isJoined;

    /**
     * Starts a chart.
     *
     * @param label    its description for a reader who does not see it
     * @param across   the horizontal axis
     * @param up       the vertical axis
     * @param isJoined whether a line joins the points in their order
     */
    PointChart(String label, Axis across, Axis up, boolean isJoined) {
        this.label = label;
        this.across = across;
        this.up = up;
        this.isJoined = isJoined;
    }

    /**
     * An axis.
     *
     * @param words the name of its figure
     * @param unit  the unit; {@code %} for a fraction of one, empty for none
     */
    record Axis(String words, String unit) {}

    /** A value with its interval; an absent bound is not finite. */
    record Value(double value, double low, double high) {
        static Value exact(double value) {
            return new Value(value, Double.NaN, Double.NaN);
        }
    }

    private record Point(String style, Value across, Value up, String words) {}

    /**
     * Adds a point.
     *
     * @param style its class in the style sheet: {@link #MARKED}, {@code doubtful}, {@code hollow}, or empty
     * @param right its place on the horizontal axis
     * @param high  its place on the vertical axis
     * @param words its label, which may hold anything, and is left out where it would cover another; empty for none
     */
    PointChart point(String style, Value right, Value high, String words) {
        points.add(new Point(style, right, high, words));
        return this;
    }

    boolean isEmpty() {
        return points.isEmpty();
    }

    /** Returns the chart as markup. */
    String html() {
        Scale x = Scale.of(across, points.stream().map(Point::across).toList());
        Scale y = Scale.of(up, points.stream().map(Point::up).toList());
        StringBuilder shapes = new StringBuilder();
        StringBuilder words = new StringBuilder();
        StringBuilder ticks = new StringBuilder();
        for (double tick : y.ticks()) {
            shapes.append(String.format(Locale.ROOT, "<path class=\"line grid\" d=\"M0 %.1fH%d\"/>", y.down(tick),
                    SIZE));
            ticks.append(String.format(Locale.ROOT, "<span class=\"y-tick\" style=\"top:%.2f%%\">%s</span>",
                    y.down(tick) / SIZE * 100, y.text(tick)));
        }
        for (double tick : x.ticks()) {
            ticks.append(String.format(Locale.ROOT, "<span class=\"x-tick\" style=\"left:%.2f%%\">%s</span>",
                    x.at(tick) / SIZE * 100, x.text(tick)));
        }
        if (isJoined) {
            shapes.append(path(x, y));
        }
        points.forEach(point -> draw(point, x, y, shapes));
        labels(x, y).forEach(label -> words.append(label.html()));
        return "<figure class=\"point-chart\"><figcaption><span data-text=\"1\">" + Markup.escaped(y.name())
                + "</span></figcaption><div class=\"field\" role=\"img\" aria-label=\"" + Markup.escaped(label)
                + "\"><svg viewBox=\"0 0 " + SIZE + " " + SIZE + "\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
                + shapes + "</svg>" + words + "<div class=\"ticks\" data-axis=\"1\">" + ticks
                + "</div></div><p class=\"x-name\"><span data-text=\"1\">" + Markup.escaped(x.name())
                + "</span></p></figure>\n";
    }

    private String path(Scale x, Scale y) {
        StringBuilder path = new StringBuilder();
        points.stream().filter(point -> !point.style.equals("hollow")).forEach(
                point -> path.append(String.format(Locale.ROOT, "%s%.1f %.1f", path.isEmpty() ? "M" : "L",
                        x.at(point.across.value), y.down(point.up.value))));
        return "<path class=\"line joint\" d=\"" + path + "\"/>";
    }

    /** Returns the labels that cover no other; marked points come first. */
    private List<PointLabel> labels(Scale x, Scale y) {
        List<PointLabel> placed = new ArrayList<>();
        points.stream().filter(point -> !point.words.isEmpty())
                .sorted(Comparator.comparing(point -> !point.style.equals(MARKED)))
                .forEachOrdered(point -> PointLabel
                        .place(point.words, point.style, x.at(point.across.value) / SIZE, y.down(point.up.value) / SIZE,
                                placed)
                        .ifPresent(placed::add));
        return placed;
    }

    private static void draw(Point point, Scale x, Scale y, StringBuilder shapes) {
        double right = x.at(point.across.value);
        double down = y.down(point.up.value);
        String style = point.style.isEmpty() ? "" : " " + point.style;
        if (Double.isFinite(point.up.low) || Double.isFinite(point.up.high)) {
            shapes.append(String.format(Locale.ROOT, "<path class=\"line bar%s\" d=\"M%.1f %.1fV%.1f\"/>", style, right,
                    y.down(low(point.up, y)), y.down(high(point.up, y))));
        }
        if (Double.isFinite(point.across.low) || Double.isFinite(point.across.high)) {
            shapes.append(String.format(Locale.ROOT, "<path class=\"line bar%s\" d=\"M%.1f %.1fH%.1f\"/>", style,
                    x.at(low(point.across, x)), down, x.at(high(point.across, x))));
        }
        // A line of no length with round ends is a circle however the picture is stretched.
        shapes.append(String.format(Locale.ROOT, "<path class=\"line dot%s\" d=\"M%.1f %.1fh0.01\"/>", style, right,
                down));
    }

    private static double low(Value value, Scale scale) {
        return Double.isFinite(value.low) ? value.low : scale.range.from();
    }

    private static double high(Value value, Scale scale) {
        return Double.isFinite(value.high) ? value.high : scale.range.to();
    }

    /** An axis with its ends and its unit. */
    private record Scale(Axis axis, AxisRange range, AxisUnit unit) {
        /** The room beyond the highest value, as a part of the range: an interval may reach further and is cut off. */
        private static final double ROOM = 1.25;

        static Scale of(Axis axis, List<Value> values) {
            double[] known = values.stream().mapToDouble(Value::value).toArray();
            AxisRange range = AxisRange.fromZeroOrWide(known);
            double most = axis.unit.equals("%")
                    ? 1
                    : Math.min(values.stream().flatMapToDouble(one -> DoubleStream.of(one.value, one.high))
                            .filter(Double::isFinite).max().orElse(1), ROOM * range.to());
            AxisRange whole = new AxisRange(range.from(), Math.max(range.to(), most), range.logarithmic());
            return new Scale(axis, axis.unit.equals("%") ? new AxisRange(0, 1, false) : whole,
                    axis.unit.equals("%")
                            ? new AxisUnit(100, "%")
                            : AxisUnit.of(whole.from(), whole.to(), axis.unit));
        }

        double[] ticks() {
            return AxisTicks.of(range, MAX_TICKS);
        }

        String text(double tick) {
            return AxisTicks.text(tick * unit.factor());
        }

        String name() {
            return axis.words + (unit.unit().isEmpty() ? "" : ", in " + unit.unit())
                    + (range.logarithmic() ? ", logarithmic" : "");
        }

        double at(double value) {
            double part = range.logarithmic()
                    ? Math.log(Math.max(value, range.from()) / range.from()) / Math.log(range.to() / range.from())
                    : (value - range.from()) / (range.to() - range.from());
            return Math.clamp(part, 0, 1) * SIZE;
        }

        double down(double value) {
            return SIZE - at(value);
        }
    }
}
