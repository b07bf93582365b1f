package dev.ipw.report.picture;

import dev.ipw.internal.io.VisibleText;
import java.awt.Graphics2D;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.apiguardian.api.API;

/**
 * Traces on two axes.
 *
 * @param title  the title
 * @param x      the x axis
 * @param y      the y axis
 * @param traces the drawn traces, the last one on top
 * @param note   the number of items and their source, written below; empty for no note
 */
@API(status = API.Status.EXPERIMENTAL)
public record Plot(String title, Axis x, Axis y, List<Trace> traces, String note) implements Picture {
    /** Copies the traces, and removes invisible characters from texts. */
    public Plot {
        title = VisibleText.line(title);
        traces = List.copyOf(traces);
        note = VisibleText.line(note);
    }

    /**
     * Creates a figure.
     *
     * @param title the title
     * @param x     the x axis
     * @param y     the y axis
     * @return a figure without traces
     */
    public static Plot of(String title, Axis x, Axis y) {
        return new Plot(title, x, y, List.of(), "");
    }

    /**
     * Adds a trace on top.
     *
     * @param trace the trace
     * @return the figure with it
     */
    public Plot with(Trace trace) {
        return with(List.of(trace));
    }

    /**
     * Adds traces on top.
     *
     * @param more the traces, the last one on top
     * @return the figure with them
     */
    public Plot with(Collection<Trace> more) {
        return new Plot(title, x, y, Stream.concat(traces.stream(), more.stream()).toList(), note);
    }

    /**
     * Adds a line below the figure.
     *
     * @param words the number of items and their source
     * @return the figure with it
     */
    public Plot withNote(String words) {
        return new Plot(title, x, y, traces, words);
    }

    @Override
    public void paint(Graphics2D graphics, int width, int height) {
        int chartHeight = note.isEmpty() ? height : height - Charts.NOTE_HEIGHT;
        Charts.of(this, width, chartHeight).paint(graphics, width, chartHeight);
        Charts.note(graphics, note, width, height);
    }
}
