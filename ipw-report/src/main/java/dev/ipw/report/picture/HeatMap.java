package dev.ipw.report.picture;

import dev.ipw.internal.io.VisibleText;
import java.awt.Color;
import java.awt.Graphics2D;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.apiguardian.api.API;
import org.knowm.xchart.HeatMapChart;
import org.knowm.xchart.style.HeatMapStyler;
import org.knowm.xchart.style.Styler.ChartTheme;

/**
 * The mean of a figure in bins of two others. A bin without queries is blank.
 *
 * @param title the title
 * @param x     the x axis
 * @param y     the y axis
 * @param value the figure that the colours show, with its unit
 * @param xBins the bins on the x axis
 * @param yBins the bins on the y axis
 * @param means the mean of each bin, first by its x index; NaN for an empty one
 * @param note  the number of items and their source
 */
@API(status = API.Status.EXPERIMENTAL)
public record HeatMap(String title, Axis x, Axis y, Axis value, Bins xBins, Bins yBins, double[][] means, String note)
        implements
            Picture {
    private static final Color[] SHADES = {new Color(0xf7, 0xfb, 0xff), new Color(0xc6, 0xdb, 0xef),
            new Color(0x9e, 0xca, 0xe1), new Color(0x6b, 0xae, 0xd6), new Color(0x42, 0x92, 0xc6)};

    /** Rejects a table of another size, and removes invisible characters from texts. */
    public HeatMap {
        title = VisibleText.line(title);
        note = VisibleText.line(note);
        if (means.length != xBins.count() || Arrays.stream(means).anyMatch(row -> row.length != yBins.count())) {
            throw new IllegalArgumentException("The means are not as many as the bins");
        }
    }

    /**
     * Computes the means.
     *
     * @param title  the title
     * @param x      the x axis
     * @param y      the y axis
     * @param value  the figure that the colours show
     * @param xBins  the bins on the x axis
     * @param yBins  the bins on the y axis
     * @param places the x value, the y value and the figure of each query: three lists of the same length, NaN if
     *               unknown
     * @return the map, without a note
     */
    public static HeatMap of(String title, Axis x, Axis y, Axis value, Bins xBins, Bins yBins, double[]... places) {
        double[][] sums = new double[xBins.count()][yBins.count()];
        long[][] counts = new long[xBins.count()][yBins.count()];
        for (int query = 0; query < places[0].length; query++) {
            int across = xBins.indexOf(places[0][query]);
            int up = yBins.indexOf(places[1][query]);
            if (across >= 0 && up >= 0 && Double.isFinite(places[2][query])) {
                sums[across][up] += places[2][query];
                counts[across][up]++;
            }
        }
        double[][] means = new double[xBins.count()][yBins.count()];
        for (int across = 0; across < means.length; across++) {
            for (int up = 0; up < means[across].length; up++) {
                means[across][up] = counts[across][up] == 0 ? Double.NaN : sums[across][up] / counts[across][up];
            }
        }
        return new HeatMap(title, x, y, value, xBins, yBins, means, "");
    }

    /**
     * Adds a line below the map.
     *
     * @param words the number of items and their source
     * @return the map with it
     */
    public HeatMap withNote(String words) {
        return new HeatMap(title, x, y, value, xBins, yBins, means, words);
    }

    @Override
    public void paint(Graphics2D graphics, int width, int height) {
        DoubleSummaryStatistics own = Arrays.stream(means).flatMapToDouble(Arrays::stream).filter(Double::isFinite)
                .summaryStatistics();
        paint(graphics, width, height, own.getMin(), own.getMax());
    }

    /** Draws it with the colours of a range that other maps share. */
    void paint(Graphics2D graphics, int width, int height, double least, double most) {
        HeatMapChart chart = new HeatMapChart(width, height - Charts.NOTE_HEIGHT, ChartTheme.Matlab);
        chart.setTitle(title + ": " + value.title());
        chart.setXAxisTitle(x.title());
        chart.setYAxisTitle(y.title());
        HeatMapStyler styler = chart.getStyler();
        Charts.plain(styler);
        styler.setRangeColors(SHADES);
        if (least < most) {
            styler.setMin(least);
            styler.setMax(most);
        }
        styler.setPlotContentSize(1);
        styler.setShowValue(xBins.count() * yBins.count() <= 120);
        styler.setValueFont(Palette.SMALL);
        styler.setHeatMapValueDecimalPattern("0.######");
        chart.addSeries(value.title(), names(xBins), names(yBins), cells());
        chart.paint(graphics, width, height - Charts.NOTE_HEIGHT);
        Charts.note(graphics, note, width, height);
    }

    private List<Number[]> cells() {
        List<Number[]> cells = new ArrayList<>();
        for (int across = 0; across < means.length; across++) {
            for (int up = 0; up < means[across].length; up++) {
                if (Double.isFinite(means[across][up])) {
                    cells.add(new Number[]{across, up, FigureNumbers.rounded(means[across][up])});
                }
            }
        }
        return cells;
    }

    private static List<String> names(Bins bins) {
        return IntStream.range(0, bins.count()).mapToObj(bins::name).toList();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof HeatMap map && title.equals(map.title) && x.equals(map.x) && y.equals(map.y)
                && value.equals(map.value) && xBins.equals(map.xBins) && yBins.equals(map.yBins)
                && Arrays.deepEquals(means, map.means) && note.equals(map.note);
    }

    @Override
    public int hashCode() {
        return Objects.hash(title, x, y, value, xBins, yBins, Arrays.deepHashCode(means), note);
    }
}
