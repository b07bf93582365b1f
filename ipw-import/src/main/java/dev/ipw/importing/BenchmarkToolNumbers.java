package dev.ipw.importing;

import dev.ipw.error.InputException;
import dev.ipw.internal.tree.TreeReader;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A reader of lists of numbers. */
final class BenchmarkToolNumbers {
    /** The maximum number of tokens, up to which a double is exact; no request has that number. */
    static final long MAX_TOKENS = (1L << 53) - 1;

    private static final double MAX_LOAD = 1e9;

    private BenchmarkToolNumbers() {}

    /** Reads a count; tools write zero, or a negative number, for a count that was not set. */
    static OptionalInt count(TreeReader tree, String key) {
        OptionalInt count = tree.optionalInt(key);
        return count.orElse(0) > 0 ? count : OptionalInt.empty();
    }

    /** Reads a number of tokens; rejects a number that cannot be a count. */
    static OptionalLong tokens(TreeReader tree, String key) {
        OptionalLong count = tree.optionalWhole(key);
        if (count.isPresent() && (count.getAsLong() < 0 || count.getAsLong() > MAX_TOKENS)) {
            throw new InputException(tree.place(key) + " must be a count of tokens, 0 or more, not " + count.getAsLong()
                    + ". Copy the file again, or correct it");
        }
        return count;
    }

    /**
     * Reads a rate or another number of a load; tools write a text where it is unbounded. Rejects a number that no load
     * has.
     */
    static OptionalDouble setting(TreeReader tree, String key) {
        OptionalDouble setting = tree.asMap().get(key) instanceof Number
                ? tree.optionalNumber(key)
                : OptionalDouble.empty();
        if (setting.isPresent() && !(Math.abs(setting.getAsDouble()) <= MAX_LOAD)) {
            throw new InputException(tree.place(key) + " must be at most " + (long) MAX_LOAD + ", not "
                    + setting.getAsDouble() + ". Copy the file again, or correct it");
        }
        return setting;
    }

    /** Reads a list; null is an empty list. */
    static List<Double> of(String place, String name, @Nullable Object value) {
        if (value == null) {
            return List.of();
        }
        if (!(value instanceof List<?> list)) {
            throw new InputException(
                    place + ": " + name + " must be a list of numbers, not " + TreeReader.shown(value));
        }
        List<Double> numbers = new ArrayList<>(list.size());
        for (Object element : list) {
            if (!(element instanceof Number number)) {
                throw new InputException(
                        place + ": " + name + "[" + numbers.size() + "] must be a number, not "
                                + TreeReader.shown(element));
            }
            numbers.add(number.doubleValue());
        }
        return numbers;
    }
}
