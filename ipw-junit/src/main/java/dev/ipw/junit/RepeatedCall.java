package dev.ipw.junit;

import org.opentest4j.AssertionFailedError;

/**
 * The number of the failed call of a test that {@link EnergyBudget} repeats: remains of earlier calls may be the
 * cause.
 */
final class RepeatedCall extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RepeatedCall(int number) {
        super(words(number), null, false, false);
    }

    /** Returns the same failure with the number of the call in its message. */
    static AssertionError named(AssertionError failed, int number) {
        String message = words(number) + ": " + failed.getMessage();
        AssertionError named = failed instanceof AssertionFailedError known && known.isExpectedDefined()
                && known.isActualDefined()
                        ? new AssertionFailedError(message, known.getExpected(), known.getActual(), failed)
                        : new AssertionFailedError(message, failed);
        named.setStackTrace(failed.getStackTrace());
        return named;
    }

    private static String words(int number) {
        return "in call " + number + " of a test repeated by @EnergyBudget";
    }
}
