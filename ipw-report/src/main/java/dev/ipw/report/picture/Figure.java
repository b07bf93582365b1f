package dev.ipw.report.picture;

import dev.ipw.internal.io.VisibleText;
import java.awt.Graphics2D;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * Compose traces on two axes.
 *
 * @param title  what is shown
 * @param x      the axis across
 * @param y      the axis up
 * @param traces what is drawn, the last one on top
 * @param note   how many there are and where they come from, written below; empty for nothing
 */
public record Figure(String title, Axis x, Axis y, List<Trace> traces, String note) implements Picture {
    /** Copy the traces, and leave out of texts what cannot be seen. */
    public Figure {
        title = VisibleText.line(title);
        traces = List.copyOf(traces);
        note = VisibleText.line(note);
    }

    /**
     * Begin a figure.
     *
     * @param title what it shows
     * @param x     the axis across
     * @param y     the axis up
     * @return a figure without traces
     */
    public static Figure of(String title, Axis x, Axis y) {
        return new Figure(title, x, y, List.of(), "");
    }

    /**
     * Put a trace on top.
     *
     * @param trace what to draw
     * @return the figure with it
     */
    public Figure with(Trace trace) {
        return with(List.of(trace));
    }

    /**
     * Put traces on top.
     *
     * @param more what to draw, the last one on top
     * @return the figure with them
     */
    public Figure with(Collection<Trace> more) {
        return new Figure(title, x, y, Stream.concat(traces.stream(), more.stream()).toList(), note);
    }

    /**
     * Write a line below the figure.
     *
     * @param words how many there are and where they come from
     * @return the figure with it
     */
    public Figure withNote(String words) {
        return new Figure(title, x, y, traces, words);
    }

    @Override
    public void paint(Graphics2D graphics, int width, int height) {
        int chartHeight = note.isEmpty() ? height : height - Charts.NOTE_HEIGHT;
        Charts.of(this, width, chartHeight).paint(graphics, width, chartHeight);
        Charts.note(graphics, note, width, height);
    }
}
