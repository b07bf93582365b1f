package dev.ipw.evaluation;

import java.util.Locale;
import org.apiguardian.api.API;

/** The verdict on one answer. */
@API(status = API.Status.EXPERIMENTAL)
public enum Verdict {
    /** The answer is right. */
    CORRECT,
    /** The answer is wrong. */
    INCORRECT,
    /** The model gave no answer; it counts as wrong. */
    NOT_ATTEMPTED,
    /** The evaluator could not decide; it counts as neither. */
    UNSCORED;

    /**
     * Returns the name used in files.
     *
     * @return lower case with underscores
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
