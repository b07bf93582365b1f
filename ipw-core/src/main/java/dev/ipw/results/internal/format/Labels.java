package dev.ipw.results.internal.format;

import dev.ipw.error.InputException;
import java.util.Locale;
import java.util.function.Function;

/** The words under which files keep constants. */
public final class Labels {
    private Labels() {}

    /** Reads the constants of a type, as {@link #parse} does. */
    public static <E extends Enum<E>> Function<String, E> of(Class<E> type) {
        return new LastResult<>(label -> parse(type, label));
    }

    /**
     * Reads one constant, in lower or upper case.
     *
     * @throws InputException if there is no such constant
     */
    public static <E extends Enum<E>> E parse(Class<E> type, String label) {
        try {
            return Enum.valueOf(type, label.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException unknown) {
            throw new InputException("unknown " + type.getSimpleName() + " '" + label
                    + "'; a newer version may have written it", unknown);
        }
    }
}
