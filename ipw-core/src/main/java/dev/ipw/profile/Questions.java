package dev.ipw.profile;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/** Hand out questions in order to any number of threads, once each or again and again. */
final class Questions {
    private final List<PlannedQuestion> questions;
    private final boolean endless;
    private final Predicate<PlannedQuestion> kept;
    private final AtomicLong next = new AtomicLong();

    /**
     * Hand out.
     *
     * @param questions what is asked
     * @param endless   true to begin anew after the last
     * @param kept      says which are passed over
     */
    Questions(List<PlannedQuestion> questions, boolean endless, Predicate<PlannedQuestion> kept) {
        this.kept = kept;
        this.questions = questions;
        this.endless = endless;
    }

    /** Tell how many can be asked at most at the same time. */
    int most() {
        return endless ? Integer.MAX_VALUE : questions.size();
    }

    /** Take the next question; empty after the last. */
    Optional<PlannedQuestion> next() {
        while (!questions.isEmpty()) {
            long index = next.getAndIncrement();
            if (!endless && index >= questions.size()) {
                return Optional.empty();
            }
            int time = (int) (index / questions.size()) + 1;
            PlannedQuestion planned = questions.get((int) (index % questions.size())).asked(time);
            if (!kept.test(planned)) {
                return Optional.of(planned);
            }
        }
        return Optional.empty();
    }
}
