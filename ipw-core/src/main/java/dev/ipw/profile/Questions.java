package dev.ipw.profile;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** Hand out questions in order to any number of threads, once each or again and again. */
final class Questions {
    private final List<PlannedQuestion> questions;
    private final boolean endless;
    private final AtomicLong next = new AtomicLong();

    Questions(List<PlannedQuestion> questions, boolean endless) {
        this.questions = questions;
        this.endless = endless;
    }

    /** Tell how many can be asked at most at the same time. */
    int most() {
        return endless ? Integer.MAX_VALUE : questions.size();
    }

    /** Take the next question; empty after the last. */
    Optional<PlannedQuestion> next() {
        long index = next.getAndIncrement();
        if (questions.isEmpty() || (!endless && index >= questions.size())) {
            return Optional.empty();
        }
        int time = (int) (index / questions.size()) + 1;
        return Optional.of(questions.get((int) (index % questions.size())).asked(time));
    }
}
