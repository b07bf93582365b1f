package dev.ipw.analysis.internal;

import dev.ipw.dataset.DatasetRecord.TokenLengths;
import dev.ipw.record.RecordedQuery;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The comparison of requested lengths with counted ones.
 *
 * @param input  of the prompts
 * @param output of the answers
 */
public record LengthCheck(Deviation input, Deviation output) {
    /**
     * The deviation of counted tokens from requested ones, over the whole answers.
     *
     * @param asked   requests that asked for a length
     * @param counted those whose tokens were counted
     * @param exact   those with exactly the requested tokens
     * @param lowest  the minimum of counted - asked, in tokens; zero if nothing was counted
     * @param highest the maximum of counted - asked
     */
    public record Deviation(long asked, long counted, long exact, long lowest, long highest) {
        private static final Deviation NONE = new Deviation(0, 0, 0, 0, 0);

        Deviation and(OptionalInt wanted, OptionalLong found) {
            if (wanted.isEmpty()) {
                return this;
            }
            if (found.isEmpty()) {
                return new Deviation(asked + 1, counted, exact, lowest, highest);
            }
            long off = found.getAsLong() - wanted.getAsInt();
            return new Deviation(asked + 1, counted + 1, exact + (off == 0 ? 1 : 0),
                    counted == 0 ? off : Math.min(lowest, off), counted == 0 ? off : Math.max(highest, off));
        }
    }

    /** A gatherer of the queries of a run. */
    public static final class Gatherer implements RecordGatherer {
        private LengthCheck check = new LengthCheck(Deviation.NONE, Deviation.NONE);

        /** Creates an empty gatherer. */
        public Gatherer() {}

        @Override
        public void add(RecordedQuery record) {
            TokenLengths asked = record.lengths();
            if (!record.hasFailed()) {
                check = new LengthCheck(check.input.and(asked.input(), record.tokens().input()),
                        check.output.and(asked.output(), record.tokens().output()));
            }
        }

        /**
         * Returns the comparison.
         *
         * @return the deviations; empty if no request asked for a length
         */
        public Optional<LengthCheck> finish() {
            return check.input.asked() + check.output.asked() == 0 ? Optional.empty() : Optional.of(check);
        }
    }
}
