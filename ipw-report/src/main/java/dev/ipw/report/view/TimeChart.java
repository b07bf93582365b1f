package dev.ipw.report.view;

import dev.ipw.report.axis.AxisTicks;
import dev.ipw.report.axis.AxisUnit;
import dev.ipw.report.markup.Markup;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Bands of levels, areas and marks over one axis of time. The shapes are SVG that is stretched to the width of the page,
 * the words are HTML, so that both are readable on a telephone.
 */
final class TimeChart {
    private static final int WIDTH = 1000;
    private static final int MAX_LABELS = 6;
    private static final double FIRST_LABEL = 0.055;
    private static final double LAST_LABEL = 0.88;

    private final String label;
    private final double from;
    private final double to;
    private final StringBuilder html = new StringBuilder();
    private double origin;

    /**
     * Starts a chart.
     *
     * @param label its description for a reader who does not see it
     * @param from  the beginning of the axis in seconds
     * @param to    its end
     */
    TimeChart(String label, double from, double to) {
        this.label = label;
        this.from = from;
        this.to = to > from ? to : from + 1e-9;
    }

    /** Counts the labels of the axis from a moment other than its zero. */
    TimeChart since(double moment) {
        origin = moment;
        return this;
    }

    /** A band of the chart: shapes over one vertical axis that begins at zero. */
    final class Band {
        private final String name;
        private final int height;
        private final double most;
        private final String unit;
        private final StringBuilder shapes = new StringBuilder();
        private final List<String> words = new ArrayList<>();

        private Band(String name, int height, double most, String unit) {
            this.name = name;
            this.height = height;
            this.most = most > 0 ? most : 1;
            this.unit = unit;
        }

        private double x(double seconds) {
            return Math.clamp((seconds - from) / (to - from), 0, 1) * WIDTH;
        }

        private double y(double value) {
            return height - 1 - Math.clamp(value / most, 0, 1) * (height - 4);
        }

        /** Draws levels, each from its time to the next one's; the last is the end. A gap is NaN. */
        Band levels(String style, double[] seconds, double[] values) {
            StringBuilder path = new StringBuilder();
            boolean isDown = false;
            for (int level = 0; level + 1 < seconds.length; level++) {
                if (Double.isNaN(values[level])) {
                    isDown = false;
                    continue;
                }
                path.append(String.format(Locale.ROOT, "%s%.1f %.1fH%.1f", isDown ? "L" : "M", x(seconds[level]),
                        y(values[level]), x(seconds[level + 1])));
                isDown = true;
            }
            shapes.append("<path class=\"line ").append(style).append("\" d=\"").append(path).append("\"/>");
            return this;
        }

        /** Fills the area under points. */
        Band area(String style, double[] seconds, double[] values) {
            if (seconds.length > 0) {
                StringBuilder path = new StringBuilder(
                        String.format(Locale.ROOT, "M%.1f %d", x(seconds[0]), height - 1));
                for (int point = 0; point < seconds.length; point++) {
                    path.append(String.format(Locale.ROOT, "L%.1f %.1f", x(seconds[point]), y(values[point])));
                }
                path.append(String.format(Locale.ROOT, "L%.1f %dZ", x(seconds[seconds.length - 1]), height - 1));
                shapes.append("<path class=\"area ").append(style).append("\" d=\"").append(path).append("\"/>");
            }
            return this;
        }

        /** Fills a rectangle from one time and height to another. */
        Band box(String style, double begin, double end, double low, double high) {
            shapes.append(String.format(Locale.ROOT,
                    "<rect class=\"area %s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>", style, x(begin),
                    y(high), Math.max(1, x(end) - x(begin)), Math.max(1, y(low) - y(high))));
            return this;
        }

        /** Draws a mark over the height of the band at each time. */
        Band marks(String style, double... seconds) {
            StringBuilder path = new StringBuilder();
            for (double second : seconds) {
                path.append(String.format(Locale.ROOT, "M%.1f 2V%d", x(second), height - 2));
            }
            shapes.append("<path class=\"line ").append(style).append("\" d=\"").append(path).append("\"/>");
            return this;
        }

        /** Writes words at a time, which are data and may hold anything. */
        Band words(double second, String text) {
            words.add(String.format(Locale.ROOT, "<span data-text=\"1\" style=\"left:%.2f%%\">%s</span>",
                    x(second) / WIDTH * 100,
                    Markup.escaped(text)));
            return this;
        }

        /** Ends the band. */
        TimeChart end() {
            html.append("<div class=\"band\"><p class=\"band-name\"><span data-text=\"1\">")
                    .append(Markup.escaped(name))
                    .append("</span>");
            if (!unit.isEmpty()) {
                AxisUnit scaled = AxisUnit.of(0, most, unit);
                html.append(" <span class=\"band-most\" data-axis=\"1\">up to ")
                        .append(AxisTicks.text(most * scaled.factor()))
                        .append(' ')
                        .append(Markup.escaped(scaled.unit())).append("</span>");
            }
            html.append("</p><svg viewBox=\"0 0 ").append(WIDTH).append(' ').append(height)
                    .append("\" preserveAspectRatio=\"none\" style=\"height:").append(height)
                    .append("px\" aria-hidden=\"true\">").append(shapes).append("</svg>");
            if (!words.isEmpty()) {
                html.append("<p class=\"band-words\">").append(String.join("", words)).append("</p>");
            }
            html.append("</div>");
            return TimeChart.this;
        }
    }

    /**
     * Starts a band below the others.
     *
     * @param name   its name
     * @param height its height in pixels
     * @param most   the highest value of its axis
     * @param unit   the unit of the axis; empty if it has none
     */
    Band band(String name, int height, double most, String unit) {
        return new Band(name, height, most, unit);
    }

    /** Returns the chart with its axis of time. */
    String html() {
        double step = AxisTicks.step((to - from) / MAX_LABELS);
        StringBuilder axis = new StringBuilder();
        AxisUnit unit = AxisUnit.of(0, to - from, "s");
        for (long tick = (long) Math.ceil((from - origin) / step - 1e-9); tick * step <= to - origin; tick++) {
            double place = (tick * step + origin - from) / (to - from);
            // A label at an edge would be cut off on a telephone.
            if (place > FIRST_LABEL && place < LAST_LABEL) {
                axis.append(String.format(Locale.ROOT, "<span style=\"left:%.2f%%\">%s</span>", place * 100,
                        AxisTicks.text(tick * step * unit.factor())));
            }
        }
        return "<figure class=\"time-chart\" role=\"img\" aria-label=\"" + Markup.escaped(label) + "\">" + html
                + "<p class=\"time-axis\" data-axis=\"1\">" + axis + "<b>" + Markup.escaped(unit.unit())
                + "</b></p></figure>\n";
    }
}
