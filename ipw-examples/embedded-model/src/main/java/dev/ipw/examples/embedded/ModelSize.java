package dev.ipw.examples.embedded;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The three trained models; work per question and accuracy both grow in this order. */
enum ModelSize {
    SMALL,
    MEDIUM,
    LARGE;

    /** Returns the name by which a user requests this model, for example {@code "small"}. */
    String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the class path resource with the weights, relative to this package. */
    String resource() {
        return id() + ".safetensors";
    }

    /**
     * Finds the model with an id.
     *
     * @throws IllegalArgumentException if there is none; the message lists the known ones
     */
    static ModelSize of(String id) {
        for (ModelSize size : values()) {
            if (size.id().equals(id)) {
                return size;
            }
        }
        String known = Arrays.stream(values()).map(ModelSize::id).collect(Collectors.joining(", "));
        throw new IllegalArgumentException("No embedded model is called \"" + id + "\"; choose one of " + known);
    }
}
