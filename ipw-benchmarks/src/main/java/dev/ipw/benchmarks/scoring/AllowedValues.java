package dev.ipw.benchmarks.scoring;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The comparison of the value of an argument with the values that a benchmark allows. Texts are compared in small
 * letters, without spaces and the characters {@code , . / - _ * ^}, with both kinds of quotes alike. A whole number
 * meets a real one of the same value, not the reverse; a boolean is not a number. Lists are compared element by
 * element. A dictionary is allowed by the values listed for each key.
 */
final class AllowedValues {
    private static final Pattern PASSED_OVER = Pattern.compile("[ ,./_*^-]");
    private static final int MAX_LEVELS = 50;

    private AllowedValues() {}

    /** Returns whether a parameter may be omitted: an empty text is among its values. */
    static boolean isOptional(List<?> allowed) {
        return allowed.contains("");
    }

    /** Returns whether a value equals one of the allowed values. */
    static boolean meet(List<?> allowed, @Nullable Object value, boolean isReal) {
        return allowed.stream().anyMatch(one -> equal(one, value, isReal, 0));
    }

    private static boolean equal(@Nullable Object allowed, @Nullable Object value, boolean isReal, int level) {
        if (level > MAX_LEVELS) {
            return false;
        }
        if (allowed instanceof String text && value instanceof String given) {
            return plain(text).equals(plain(given));
        }
        if (allowed instanceof Number number && value instanceof Number given) {
            boolean kindsFit = isReal || number instanceof Double || !(given instanceof Double);
            return kindsFit && number.doubleValue() == given.doubleValue();
        }
        if (allowed instanceof List<?> list && value instanceof List<?> given) {
            return equalLists(list, given, isReal, level);
        }
        if (allowed instanceof Map<?, ?> map && value instanceof Map<?, ?> given) {
            return equalMaps(map, given, isReal, level);
        }
        return Objects.equals(allowed, value);
    }

    private static boolean equalLists(List<?> allowed, List<?> given, boolean isReal, int level) {
        if (allowed.size() != given.size()) {
            return false;
        }
        for (int index = 0; index < given.size(); index++) {
            if (!equal(allowed.get(index), given.get(index), isReal, level + 1)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Compares dictionaries. Each key of an allowed dictionary lists its own allowed values; anything else there is one
     * value.
     */
    private static boolean equalMaps(Map<?, ?> allowed, Map<?, ?> given, boolean isReal, int level) {
        if (!allowed.keySet().containsAll(given.keySet())) {
            return false;
        }
        for (Map.Entry<?, ?> entry : allowed.entrySet()) {
            boolean isGiven = given.containsKey(entry.getKey());
            Object value = given.get(entry.getKey());
            boolean meets = entry.getValue() instanceof List<?> values
                    ? isGiven
                            ? values.stream().anyMatch(one -> equal(one, value, isReal, level + 1))
                            : isOptional(values)
                    : isGiven && equal(entry.getValue(), value, isReal, level + 1);
            if (!meets) {
                return false;
            }
        }
        return true;
    }

    private static String plain(String text) {
        return CaseFolding.fold(PASSED_OVER.matcher(text).replaceAll("")).replace('\'', '"');
    }
}
