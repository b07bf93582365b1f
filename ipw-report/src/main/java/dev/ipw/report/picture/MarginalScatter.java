package dev.ipw.report.picture;

import dev.ipw.internal.io.VisibleText;
import java.awt.Graphics2D;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ObjDoubleConsumer;
import org.apiguardian.api.API;
import org.knowm.xchart.XYChart;

/**
 * One figure of each query against another, with the histogram of each beside its axis.
 *
 * @param title   the title
 * @param x       the x axis
 * @param y       the y axis
 * @param samples the points of each run
 * @param xBins   the bins of the histogram above
 * @param yBins   the bins of the histogram on the right
 * @param note    the number of items and their source
 */
@API(status = API.Status.EXPERIMENTAL)
public record MarginalScatter(String title, Axis x, Axis y, List<Sample> samples, Bins xBins, Bins yBins, String note)
        implements
            Picture {
    private static final double MAIN_SHARE = 0.78;
    private static final int TITLE_HEIGHT = 34;
    private static final int DOT = 8;

    /**
     * The points of one run.
     *
     * @param name their name in the legend
     * @param x    their x values; NaN if unknown
     * @param y    their y values, of the same number
     */
    public record Sample(String name, double[] x, double[] y) {
        /** Removes invisible characters from the name. */
        public Sample {
            name = VisibleText.line(name);
        }
    }

    /** Copies the list, and removes invisible characters from texts. */
    public MarginalScatter {
        title = VisibleText.line(title);
        note = VisibleText.line(note);
        samples = List.copyOf(samples);
    }

    @Override
    public void paint(Graphics2D graphics, int width, int height) {
        int mainWidth = (int) (width * MAIN_SHARE);
        int below = height - Charts.NOTE_HEIGHT;
        int mainHeight = (int) ((below - TITLE_HEIGHT) * MAIN_SHARE);
        int top = below - mainHeight;
        graphics.setFont(Palette.TITLE);
        graphics.setColor(Palette.INK);
        graphics.drawString(title, (width - graphics.getFontMetrics().stringWidth(title)) / 2, TITLE_HEIGHT - 10);

        XYChart main = chart(points(), mainWidth, mainHeight);
        main.getStyler().setLegendVisible(false);
        at(graphics, 0, top, moved -> main.paint(moved, mainWidth, mainHeight));
        XYChart right = chart(standing(), width - mainWidth, mainHeight);
        right.getStyler().setLegendVisible(false);
        right.getStyler().setYAxisTicksVisible(false);
        Charts.boundY(right, yBins.edges());
        at(graphics, mainWidth, top, moved -> right.paint(moved, width - mainWidth, mainHeight));
        above(graphics, main, mainWidth, top - TITLE_HEIGHT);
        at(graphics, mainWidth, TITLE_HEIGHT, this::names);
        Charts.note(graphics, note, width, height);
    }

    /** Draws the upper histogram, aligned with the plot below it. */
    private void above(Graphics2D graphics, XYChart main, int mainWidth, int height) {
        XYChart above = chart(lying(), mainWidth, height);
        above.getStyler().setLegendVisible(false);
        above.getStyler().setXAxisTicksVisible(false);
        Charts.boundX(above, xBins.edges());
        Graphics2D unseen = (Graphics2D) graphics.create(0, 0, 0, 0);
        above.paint(unseen, mainWidth, height);
        unseen.dispose();
        int shift = (int) Math.round(main.getYAxisLeftWidth() - above.getYAxisLeftWidth());
        at(graphics, shift, TITLE_HEIGHT, moved -> above.paint(moved, mainWidth - shift, height));
    }

    /** Writes the names of the runs in the free corner. */
    private void names(Graphics2D graphics) {
        graphics.setFont(Palette.LABEL);
        int line = graphics.getFontMetrics().getHeight();
        for (int hue = 0; hue < samples.size(); hue++) {
            graphics.setColor(Palette.of(hue));
            graphics.fillOval(0, hue * line + line / 3, DOT, DOT);
            graphics.setColor(Palette.INK);
            graphics.drawString(samples.get(hue).name(), 2 * DOT, (hue + 1) * line - DOT / 2);
        }
    }

    private static void at(Graphics2D graphics, int left, int top, Consumer<Graphics2D> painter) {
        Graphics2D moved = (Graphics2D) graphics.create();
        moved.translate(left, top);
        painter.accept(moved);
        moved.dispose();
    }

    private XYChart chart(Plot figure, int width, int height) {
        XYChart chart = Charts.of(figure, width, height);
        if (figure.x().equals(x)) {
            Charts.boundX(chart, xBins.edges());
        }
        if (figure.y().equals(y)) {
            Charts.boundY(chart, yBins.edges());
        }
        return chart;
    }

    private Plot points() {
        return Plot.of("", x, y).with(each((traces, hue) -> traces
                .add(Trace.points(samples.get((int) hue).name(), samples.get((int) hue).x(),
                        samples.get((int) hue).y()))));
    }

    private Plot lying() {
        return Plot.of("", new Axis("", "", x.logarithmic(), List.of()), Axis.of("share", ""))
                .with(each((traces, hue) -> traces.add(Trace.histogram("", samples.get((int) hue).x(), xBins))));
    }

    private Plot standing() {
        return Plot.of("", Axis.of("share", ""), new Axis("", "", y.logarithmic(), List.of())).with(
                each((traces, hue) -> traces.add(Trace.standingHistogram("", samples.get((int) hue).y(), yBins))));
    }

    private List<Trace> each(ObjDoubleConsumer<List<Trace>> maker) {
        List<Trace> traces = new ArrayList<>();
        for (int hue = 0; hue < samples.size(); hue++) {
            maker.accept(traces, hue);
            traces.set(hue, traces.get(hue).inHue(hue));
        }
        return traces;
    }
}
