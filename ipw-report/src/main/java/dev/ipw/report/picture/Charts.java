package dev.ipw.report.picture;

import dev.ipw.report.picture.Trace.Shape;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.util.DoubleSummaryStatistics;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler.ChartTheme;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.lines.SeriesLines;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** The conversion of figures into charts of the drawing library. */
final class Charts {
    static final int NOTE_HEIGHT = 22;
    private static final int ALPHA = 150;
    private static final int FILL_ALPHA = 60;
    private static final int LARGE = 400;
    private static final int TICK_WIDTH = 100;
    private static final int TICK_HEIGHT = 50;
    private static final double MARGIN = 0.5;
    private static final double WIDE = 50;
    private static final double ON_THE_WAY = 0.3;

    private Charts() {}

    /** Creates a chart of a figure, with the legend below it. */
    static XYChart of(Plot figure, int width, int height) {
        XYChart chart = new XYChart(width, height, ChartTheme.Matlab);
        chart.setTitle(figure.title());
        chart.setXAxisTitle(figure.x().title());
        chart.setYAxisTitle(figure.y().title());
        style(chart.getStyler());
        axes(chart.getStyler(), figure, height);
        chart.setCustomXAxisTickLabelsFormatter(FigureNumbers::ofTick);
        chart.setCustomYAxisTickLabelsFormatter(
                figure.y().names().isEmpty() ? FigureNumbers::ofTick : figure.y()::name);
        int number = 0;
        boolean named = false;
        for (Trace trace : figure.traces()) {
            if (add(chart, figure, trace, number)) {
                named |= !trace.name().isEmpty();
                number++;
            }
        }
        if (number == 0) {
            addNothing(chart);
        }
        chart.getStyler().setLegendVisible(named);
        return chart;
    }

    /** Adds an invisible series: the library cannot draw a chart without series. */
    private static void addNothing(XYChart chart) {
        XYSeries none = chart.addSeries("none", new double[]{1, 10}, new double[]{1, 10});
        none.setShowInLegend(false);
        none.setMarker(SeriesMarkers.NONE);
        none.setLineStyle(SeriesLines.NONE);
    }

    private static void style(XYStyler styler) {
        plain(styler);
        styler.setLegendPosition(LegendPosition.OutsideS);
        styler.setLegendLayout(LegendLayout.Horizontal);
        styler.setXAxisTickMarkSpacingHint(TICK_WIDTH);
        styler.setYAxisTickMarkSpacingHint(TICK_HEIGHT);
        styler.setDefaultSeriesRenderStyle(XYSeriesRenderStyle.Line);
    }

    /** Sets the common style of all charts. */
    static void plain(AxesChartStyler styler) {
        styler.setChartBackgroundColor(Color.WHITE);
        styler.setPlotBackgroundColor(Color.WHITE);
        styler.setPlotBorderVisible(false);
        styler.setPlotGridLinesColor(Palette.GRID);
        styler.setPlotGridLinesStroke(new BasicStroke(1));
        styler.setChartFontColor(Palette.INK);
        styler.setAxisTickLabelsColor(Palette.INK);
        styler.setAxisTickMarksColor(Palette.QUIET);
        styler.setChartTitleFont(Palette.TITLE);
        styler.setAxisTitleFont(Palette.LABEL);
        styler.setAxisTickLabelsFont(Palette.SMALL);
        styler.setLegendFont(Palette.SMALL);
        styler.setLegendBorderColor(Color.WHITE);
        styler.setChartTitleBoxVisible(false);
        styler.setAntiAlias(true);
    }

    private static void axes(XYStyler styler, Plot figure, int height) {
        styler.setXAxisLogarithmic(figure.x().logarithmic());
        styler.setYAxisLogarithmic(figure.y().logarithmic());
        styler.setXAxisLogarithmicDecadeOnly(spansDecades(figure.traces().stream().map(Trace::x)));
        styler.setYAxisLogarithmicDecadeOnly(spansDecades(figure.traces().stream().map(Trace::y)));
        DoubleSummaryStatistics up = figure.traces().stream().flatMapToDouble(trace -> DoubleStream.of(trace.y()))
                .filter(Double::isFinite).summaryStatistics();
        // Heights show ratios only if the axis starts at zero.
        if (!figure.y().logarithmic() && up.getCount() > 0 && up.getMin() >= 0 && up.getMin() <= up.getMax() / 2) {
            styler.setYAxisMin(0.0);
            if (up.getMax() == 0) {
                styler.setYAxisMax(1.0);
            }
        }
        if (!figure.y().names().isEmpty()) {
            styler.setYAxisMin(MARGIN);
            styler.setYAxisMax(figure.y().names().size() + MARGIN);
            styler.setYAxisTickMarkSpacingHint(Math.max(12, height / (2 * figure.y().names().size() + 2)));
        }
    }

    /** Returns whether values span decades: then there is no room for labels between the powers of ten. */
    private static boolean spansDecades(Stream<double[]> values) {
        DoubleSummaryStatistics above = values.flatMapToDouble(DoubleStream::of)
                .filter(value -> Double.isFinite(value) && value > 0).summaryStatistics();
        return above.getMax() > WIDE * above.getMin();
    }

    /** Adds a trace; returns false if none of its points can be drawn. */
    private static boolean add(XYChart chart, Plot figure, Trace trace, int number) {
        int[] drawn = IntStream.range(0, trace.x().length)
                .filter(point -> hasPlace(figure.x(), trace.x()[point]) && hasPlace(figure.y(), trace.y()[point]))
                .toArray();
        if (drawn.length == 0) {
            return false;
        }
        XYSeries series = chart.addSeries(trace.name() + "#" + number, places(trace, trace.x(), drawn),
                places(trace, trace.y(), drawn));
        series.setLabel(trace.name());
        series.setShowInLegend(!trace.name().isEmpty());
        boolean points = trace.shape() == Shape.POINTS;
        series.setXYSeriesRenderStyle(switch (trace.shape()) {
            case POINTS -> XYSeriesRenderStyle.Scatter;
            case LINE, DASHES -> XYSeriesRenderStyle.Line;
            case AREA -> XYSeriesRenderStyle.Area;
        });
        series.setMarker(points ? SeriesMarkers.CIRCLE : SeriesMarkers.NONE);
        series.setMarkerColor(drawn.length > LARGE ? Palette.of(trace.hue(), ALPHA) : Palette.of(trace.hue()));
        series.setLineColor(Palette.of(trace.hue()));
        series.setLineWidth(2);
        series.setLineStyle(trace.shape() == Shape.DASHES ? SeriesLines.DASH_DASH : SeriesLines.SOLID);
        series.setFillColor(Palette.of(trace.hue(), FILL_ALPHA));
        if (points) {
            chart.getStyler().setMarkerSize(drawn.length > LARGE ? 4 : 7);
        }
        return true;
    }

    private static boolean hasPlace(Axis axis, double value) {
        return Double.isFinite(value) && (!axis.logarithmic() || value > 0);
    }

    /**
     * Returns the x values to draw. The library labels every one if all are equidistant, so a line gets an additional
     * one in its first piece that is not vertical.
     */
    private static double[] places(Trace trace, double[] values, int[] drawn) {
        OptionalInt piece = trace.shape() == Shape.POINTS
                ? OptionalInt.empty()
                : IntStream.range(0, drawn.length - 1)
                        .filter(point -> trace.x()[drawn[point]] != trace.x()[drawn[point + 1]]).findFirst();
        DoubleStream.Builder places = DoubleStream.builder();
        for (int point = 0; point < drawn.length; point++) {
            places.add(values[drawn[point]]);
            if (piece.isPresent() && piece.getAsInt() == point) {
                places.add(values[drawn[point]] * (1 - ON_THE_WAY) + values[drawn[point + 1]] * ON_THE_WAY);
            }
        }
        return places.build().toArray();
    }

    /** Sets the bounds of the x axis, so that charts above each other agree. */
    static void boundX(XYChart chart, double... values) {
        bound(values, chart.getStyler()::setXAxisMin, chart.getStyler()::setXAxisMax);
    }

    /** Sets the bounds of the y axis, so that charts side by side agree. */
    static void boundY(XYChart chart, double... values) {
        bound(values, chart.getStyler()::setYAxisMin, chart.getStyler()::setYAxisMax);
    }

    private static void bound(double[] values, Consumer<Double> least,
            Consumer<Double> most) {
        least.accept(DoubleStream.of(values).min().orElse(0));
        most.accept(DoubleStream.of(values).max().orElse(1));
    }

    /** Writes a line below a picture. */
    static void note(Graphics2D graphics, String note, int width, int height) {
        graphics.setFont(Palette.SMALL);
        graphics.setColor(Palette.QUIET);
        FontMetrics metrics = graphics.getFontMetrics();
        String shown = note;
        while (shown.length() > 1 && metrics.stringWidth(shown) > width - NOTE_HEIGHT) {
            shown = shown.substring(0, shown.length() - 2) + "\u2026";
        }
        graphics.drawString(shown, NOTE_HEIGHT / 2, height - NOTE_HEIGHT / 3);
    }
}
