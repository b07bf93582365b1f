package dev.ipw.analysis;

import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.PluginProvider;
import dev.ipw.results.RunReader;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apiguardian.api.API;

/** A provider of a visualization of one or several runs under an id. */
@API(status = API.Status.EXPERIMENTAL)
public interface VisualizationProvider extends PluginProvider {
    /**
     * Draws runs. A picture of a single run is drawn once for each of them; a picture that compares runs shows them in
     * this order.
     *
     * @param runs       the runs, at least one
     * @param directory  the folder of the pictures; it exists
     * @param parameters the picture's parameters
     * @return the files written, and the pictures that were omitted for lack of measurements
     * @throws dev.ipw.error.IpwException if a run cannot be read or a file cannot be written
     */
    Drawing draw(List<RunReader> runs, Path directory, Parameters parameters);

    /**
     * The pictures that were drawn.
     *
     * @param files    the pictures that were written
     * @param notDrawn the pictures that were not drawn and the reasons, a sentence each
     */
    record Drawing(List<Path> files, List<String> notDrawn) {
        /** Nothing drawn yet. */
        public static final Drawing NOTHING = new Drawing(List.of(), List.of());

        /** Copies the lists. */
        public Drawing {
            files = List.copyOf(files);
            notDrawn = List.copyOf(notDrawn);
        }

        /**
         * Creates the result for drawn pictures.
         *
         * @param files the files
         * @return the result, without omitted pictures
         */
        public static Drawing of(Path... files) {
            return new Drawing(List.of(files), List.of());
        }

        /**
         * Returns a result for a picture that was not drawn, because its figures are unknown.
         *
         * @param name the picture
         * @param why  the missing figures
         * @return the result, without files
         */
        public static Drawing without(String name, String why) {
            return new Drawing(List.of(), List.of(name + " is not drawn: " + why));
        }

        /**
         * Combines two drawings.
         *
         * @param other the later drawing
         * @return both
         */
        public Drawing and(Drawing other) {
            return new Drawing(Stream.concat(files.stream(), other.files.stream()).toList(),
                    Stream.concat(notDrawn.stream(), other.notDrawn.stream()).toList());
        }
    }
}
