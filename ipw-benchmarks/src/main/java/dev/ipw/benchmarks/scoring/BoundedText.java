package dev.ipw.benchmarks.scoring;

/** Show a text to a regular expression, and stop it once it has looked at more characters than allowed. */
public final class BoundedText implements CharSequence {
    private final CharSequence text;
    private final Budget budget;

    /**
     * Shows a text.
     *
     * @param text      the text
     * @param mostSteps how many looks at a character there may be
     */
    public BoundedText(CharSequence text, long mostSteps) {
        this(text, new Budget(mostSteps));
    }

    private BoundedText(CharSequence text, Budget budget) {
        this.text = text;
        this.budget = budget;
    }

    @Override
    public int length() {
        return text.length();
    }

    @Override
    public char charAt(int index) {
        budget.take();
        return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return new BoundedText(text.subSequence(start, end), budget);
    }

    @Override
    public String toString() {
        return text.toString();
    }

    private static final class Budget {
        private long steps;

        private Budget(long mostSteps) {
            steps = mostSteps;
        }

        private void take() {
            if (steps-- <= 0) {
                throw new StepsSpentException();
            }
        }
    }

    /** Say that the steps are spent. */
    public static final class StepsSpentException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private StepsSpentException() {
            super("The steps are spent", null, false, false);
        }
    }
}
