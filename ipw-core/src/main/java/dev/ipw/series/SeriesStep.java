package dev.ipw.series;

import dev.ipw.load.Load;
import java.util.Objects;

/**
 * Hold one run that a series asks for.
 *
 * @param name the run's folder
 * @param load how requests are put on the model
 */
public record SeriesStep(String name, Load load) {
    /** Refuse nulls. */
    public SeriesStep {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(load, "load");
    }
}
