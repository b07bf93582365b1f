package dev.ipw.report.picture;

import dev.ipw.internal.io.VisibleText;
import java.awt.Graphics2D;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ObjDoubleConsumer;
import org.knowm.xchart.XYChart;

/**
 * Show one figure of each query against another, with the histogram of each beside its axis.
 *
 * @param title   what is shown
 * @param x       the axis across
 * @param y       the axis up
 * @param samples the points, those of each run
 * @param xBins   the bins of the histogram above
 * @param yBins   the bins of the histogram on the right
 * @param note    how many there are and where they come from
 */
public record MarginalScatter(String title, Axis x, Axis y, List<Sample> samples, Bins xBins, Bins yBins, String note)
        implements
            Picture {
    private static final double MAIN_SHARE = 0.78;
    private static final int TITLE_HEIGHT = 34;
    private static final int DOT = 8;

    /**
     * Hold the points of one run.
     *
     * @param name what the legend calls them
     * @param x    where they lie across; NaN for what is not known
     * @param y    where they lie up, as many
     */
    public record Sample(String name, double[] x, double[] y) {
        /** Leave out of the name what cannot be seen. */
        public Sample {
            name = VisibleText.line(name);
        }
    }

    /** Copy the list, and leave out of texts what cannot be seen. */
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

    /** Draw the histogram above so that its plot begins where the one below does. */
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

    /** Name the runs in the free corner. */
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

    private XYChart chart(Figure figure, int width, int height) {
        XYChart chart = Charts.of(figure, width, height);
        if (figure.x().equals(x)) {
            Charts.boundX(chart, xBins.edges());
        }
        if (figure.y().equals(y)) {
            Charts.boundY(chart, yBins.edges());
        }
        return chart;
    }

    private Figure points() {
        return Figure.of("", x, y).with(each((traces, hue) -> traces
                .add(Trace.points(samples.get((int) hue).name(), samples.get((int) hue).x(),
                        samples.get((int) hue).y()))));
    }

    private Figure lying() {
        return Figure.of("", new Axis("", "", x.logarithmic(), List.of()), Axis.of("share", ""))
                .with(each((traces, hue) -> traces.add(Trace.histogram("", samples.get((int) hue).x(), xBins))));
    }

    private Figure standing() {
        return Figure.of("", Axis.of("share", ""), new Axis("", "", y.logarithmic(), List.of())).with(
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
