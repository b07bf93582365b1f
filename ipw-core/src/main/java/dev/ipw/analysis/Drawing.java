package dev.ipw.analysis;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Hold the pictures that were drawn.
 *
 * @param files   the pictures that were written
 * @param notDrawn what was not drawn and why, a sentence each
 */
public record Drawing(List<Path> files, List<String> notDrawn) {
    /** Nothing drawn yet. */
    public static final Drawing NOTHING = new Drawing(List.of(), List.of());

    /** Copy the lists. */
    public Drawing {
        files = List.copyOf(files);
        notDrawn = List.copyOf(notDrawn);
    }

    /**
     * Have drawn pictures.
     *
     * @param files what was written
     * @return all of it drawn
     */
    public static Drawing of(Path... files) {
        return new Drawing(List.of(files), List.of());
    }

    /**
     * Record a picture that was not drawn, because its figures are not known.
     *
     * @param name the picture
     * @param why  what is missing
     * @return nothing drawn
     */
    public static Drawing without(String name, String why) {
        return new Drawing(List.of(), List.of(name + " is not drawn: " + why));
    }

    /**
     * Combine two drawings.
     *
     * @param other what was drawn afterwards
     * @return both
     */
    public Drawing and(Drawing other) {
        return new Drawing(Stream.concat(files.stream(), other.files.stream()).toList(),
                Stream.concat(notDrawn.stream(), other.notDrawn.stream()).toList());
    }
}
