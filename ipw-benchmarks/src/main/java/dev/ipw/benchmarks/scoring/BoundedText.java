package dev.ipw.benchmarks.scoring;

/** A text for a regular expression that stops the search after a maximum number of reads of a character. */
public final class BoundedText implements CharSequence {
    private final CharSequence text;
    private final Budget budget;

    /**
     * Makes a bounded text.
     *
     * @param text      the text
     * @param mostSteps the maximum number of reads of a character
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

    /** The end of a search whose steps are spent. */
    public static final class StepsSpentException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private StepsSpentException() {
            super("The steps are spent", null, false, false);
        }
    }
}
