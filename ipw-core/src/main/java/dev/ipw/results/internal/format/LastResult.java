package dev.ipw.results.internal.format;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A function that returns its last result for an equal argument, because neighbouring rows mostly repeat their words.
 * Safe for several threads if the result cannot be changed.
 *
 * @param <A> the argument
 * @param <R> the result
 */
final class LastResult<A, R> implements Function<A, R> {
    private final Function<A, R> function;
    private @Nullable Known<A, R> last;

    LastResult(Function<A, R> function) {
        this.function = function;
    }

    private record Known<A, R>(A argument, R result) {}

    @Override
    public R apply(A argument) {
        Known<A, R> known = last;
        if (known == null || !known.argument.equals(argument)) {
            known = new Known<>(argument, function.apply(argument));
            last = known;
        }
        return known.result;
    }
}
