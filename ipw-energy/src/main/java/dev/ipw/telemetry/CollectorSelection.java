package dev.ipw.telemetry;

import java.util.Objects;
import org.apiguardian.api.API;

/**
 * A selection of collectors, for example {@code CollectorSelection.auto().without("perf").orEstimate()}.
 *
 * <p>Its text is {@code none}, or a list of {@code auto} and collector ids. An id takes an argument after a colon where
 * the collector has one, and parameters {@code key=value} as the following parts of the list:
 * {@code replay:meter.csv,offset=2s,auto}. An id behind a minus removes that collector from those before it:
 * {@code auto,-perf}. A named collector must work; one that {@code auto} chose may fail.
 *
 * @param text the selection as users type it
 */
@API(status = API.Status.EXPERIMENTAL)
public record CollectorSelection(String text) {
    static final String AUTO = "auto";
    static final String NONE = "none";
    private static final String ESTIMATE = "estimate";

    /** Rejects null. */
    public CollectorSelection {
        Objects.requireNonNull(text, "text");
    }

    /**
     * Selects all collectors that work on this machine and measure.
     *
     * @return the default selection
     */
    public static CollectorSelection auto() {
        return new CollectorSelection(AUTO);
    }

    /**
     * Switches telemetry off.
     *
     * @return the selection of no collector
     */
    public static CollectorSelection none() {
        return new CollectorSelection(NONE);
    }

    /**
     * Selects one collector.
     *
     * @param id the collector's id, for example {@code powercap}
     * @return the selection of this collector
     */
    public static CollectorSelection of(String id) {
        return new CollectorSelection(part(id));
    }

    /**
     * Adds a collector.
     *
     * @param id the collector's id
     * @return the larger selection
     */
    public CollectorSelection with(String id) {
        String part = part(id);
        return isNone() ? new CollectorSelection(part) : new CollectorSelection(text + "," + part);
    }

    /**
     * Adds a collector with an argument.
     *
     * @param id       the collector's id, for example {@code replay}
     * @param argument its argument without a comma, for example a file
     * @return the larger selection
     */
    public CollectorSelection with(String id, String argument) {
        return with(id + ":" + argument);
    }

    /**
     * Adds a parameter of the collector that was named last.
     *
     * @param name  the parameter's name, for example {@code offset}
     * @param value its value without a comma
     * @return the selection with the parameter
     */
    public CollectorSelection parameter(String name, String value) {
        return with(name + "=" + value);
    }

    /**
     * Removes a collector.
     *
     * @param id the id of a selected collector
     * @return the smaller selection
     */
    public CollectorSelection without(String id) {
        return with("-" + id);
    }

    /**
     * Adds an estimate of the processors' energy from their busy time, which counts where no sensor measures it.
     *
     * @return the larger selection
     */
    public CollectorSelection orEstimate() {
        return with(ESTIMATE);
    }

    boolean isNone() {
        return text.strip().equals(NONE);
    }

    private static String part(String part) {
        if (part.isBlank() || part.contains(",")) {
            throw new IllegalArgumentException("A part of a selection of collectors has no comma and is not blank: '"
                    + part + "'");
        }
        return part;
    }

    /** Returns the text. */
    @Override
    public String toString() {
        return text;
    }
}
