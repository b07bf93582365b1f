package dev.ipw.compute;

import dev.ipw.error.InputException;
import dev.ipw.internal.tree.TreeReader;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;

/** The sizes of one model in its configuration, each within bounds. */
record ConfigSizes(String place, TreeReader tree, String type) {
    private static final long LARGEST = 1L << 24;
    private static final int MAX_LAYERS = 1 << 14;

    /** Multiplies; throws if the result exceeds a long. */
    static long product(long... factors) {
        return Arrays.stream(factors).reduce(1, Math::multiplyExact);
    }

    /** Adds; throws if the result exceeds a long. */
    static long sum(long... terms) {
        return Arrays.stream(terms).reduce(0, Math::addExact);
    }

    /** Reads a size that must be present. */
    long size(String key) {
        OptionalLong value = tree.optionalWhole(key);
        if (value.isEmpty()) {
            throw new InputException(place + ": " + key + " is missing, which a model of type " + type
                    + " needs. Give the config.json that lies beside the model's weights");
        }
        return bounded(key, value.getAsLong());
    }

    /** Reads a size with a default in the maker's code. */
    long size(String key, long otherwise) {
        OptionalLong value = tree.optionalWhole(key);
        return value.isPresent() ? bounded(key, value.getAsLong()) : otherwise;
    }

    /** Reads a number of things, which may be zero. */
    long count(String key) {
        long value = tree.optionalWhole(key).orElse(0);
        return value == 0 ? 0 : bounded(key, value);
    }

    /** Reads a switch that is off by default. */
    boolean isOn(String key) {
        return tree.optionalTruth(key).orElse(false);
    }

    /** Refuses a size that no model has. */
    long bounded(String key, long value) {
        long largest = key.equals("num_hidden_layers") || key.startsWith("num_attention") ? MAX_LAYERS : LARGEST;
        if (value < 1 || value > largest) {
            throw new InputException(place + ": " + key + " must be 1 to " + largest + ", not " + value
                    + ". Check the file against the model's own");
        }
        return value;
    }

    /** Counts the numbers of a gated feed-forward. */
    long gated(long size) {
        return product(3, size("hidden_size"), size);
    }

    /** Reads the width of a head; without it, the width is divided among the heads. */
    long headSize(long hidden, long heads) {
        if (tree.optionalWhole("head_dim").isEmpty() && heads > hidden) {
            throw new InputException(
                    place + ": num_attention_heads is " + heads + ", more than a hidden_size of " + hidden
                            + " has room for. Check the file against the model's own config.json");
        }
        return size("head_dim", hidden / heads);
    }

    /** Reads the number of experts that a token passes through. */
    long used(String key, long experts) {
        long used = size(key);
        if (used > experts) {
            throw new InputException(place + ": " + key + " is " + used + " of " + experts
                    + " experts. Check the file against the model's own");
        }
        return used;
    }

    /**
     * Returns the kind of a layer, by the file's list, or else by its place: a full layer comes at regular intervals.
     */
    String kind(int layer, String full, String other, String intervalKey, long interval) {
        String kind = tree.asMap().get("layer_types") instanceof List<?> listed && layer < listed.size()
                ? String.valueOf(listed.get(layer))
                : (layer + 1) % size(intervalKey, interval) == 0 ? full : other;
        if (!kind.equals(full) && !kind.equals(other)) {
            throw new InputException(place + ": layer_types names '" + kind + "', which a model of type " + type
                    + " is not known to have; known are " + full + ", " + other);
        }
        return kind;
    }
}
