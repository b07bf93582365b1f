package dev.ipw.importing;

import dev.ipw.error.InputException;
import dev.ipw.internal.tree.TreeReader;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Read lists of numbers. */
final class ToolNumbers {
    private ToolNumbers() {}

    /** Read how many there are of something; tools write zero, or a negative number, for a count that was not set. */
    static OptionalInt count(TreeReader tree, String key) {
        OptionalInt count = tree.optionalInt(key);
        return count.orElse(0) > 0 ? count : OptionalInt.empty();
    }

    /** Read a list; null is empty. */
    static List<Double> of(String place, String name, @Nullable Object value) {
        if (value == null) {
            return List.of();
        }
        if (!(value instanceof List<?> list)) {
            throw new InputException(place + ": " + name + " must be a list of numbers, not " + value);
        }
        List<Double> numbers = new ArrayList<>(list.size());
        for (Object element : list) {
            if (!(element instanceof Number number)) {
                throw new InputException(
                        place + ": " + name + "[" + numbers.size() + "] must be a number, not " + element);
            }
            numbers.add(number.doubleValue());
        }
        return numbers;
    }
}
