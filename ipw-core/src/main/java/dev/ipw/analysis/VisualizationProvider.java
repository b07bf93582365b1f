package dev.ipw.analysis;

import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.PluginProvider;
import dev.ipw.results.RunReader;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Provide a visualization of one or several runs under an id. */
public interface VisualizationProvider extends PluginProvider {
    /**
     * Draws runs. A picture of one run is drawn of each of them; one that sets runs side by side shows them in this
     * order.
     *
     * @param runs       the runs, at least one
     * @param directory  where to put the pictures; it exists
     * @param parameters the picture's parameters
     * @return the files written, and what was omitted because it was not measured
     * @throws dev.ipw.error.IpwException if a run cannot be read or a file cannot be written
     */
    Drawing draw(List<RunReader> runs, Path directory, Parameters parameters);

    /**
     * Hold the pictures that were drawn.
     *
     * @param files   the pictures that were written
     * @param notDrawn what was not drawn and why, a sentence each
     */
    record Drawing(List<Path> files, List<String> notDrawn) {
        /** Nothing drawn yet. */
        public static final Drawing NOTHING = new Drawing(List.of(), List.of());

        /** Copy the lists. */
        public Drawing {
            files = List.copyOf(files);
            notDrawn = List.copyOf(notDrawn);
        }

        /**
         * Has drawn pictures.
         *
         * @param files what was written
         * @return all of it drawn
         */
        public static Drawing of(Path... files) {
            return new Drawing(List.of(files), List.of());
        }

        /**
         * Records a picture that was not drawn, because its figures are not known.
         *
         * @param name the picture
         * @param why  what is missing
         * @return nothing drawn
         */
        public static Drawing without(String name, String why) {
            return new Drawing(List.of(), List.of(name + " is not drawn: " + why));
        }

        /**
         * Combines two drawings.
         *
         * @param other what was drawn afterwards
         * @return both
         */
        public Drawing and(Drawing other) {
            return new Drawing(Stream.concat(files.stream(), other.files.stream()).toList(),
                    Stream.concat(notDrawn.stream(), other.notDrawn.stream()).toList());
        }
    }
}
