package dev.ipw.profile.internal;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/** The questions in order, for any number of threads, once each or in several rounds. */
final class Questions {
    private final List<PlannedQuestion> questions;
    private final long count;
    private final Predicate<PlannedQuestion> isAnswered;
    private final AtomicLong next = new AtomicLong();

    /**
     * Creates the sequence.
     *
     * @param questions  the questions
     * @param rounds     the number of rounds; the maximum number means without end
     * @param isAnswered returns whether a question need not be asked
     */
    Questions(List<PlannedQuestion> questions, int rounds, Predicate<PlannedQuestion> isAnswered) {
        this.questions = List.copyOf(questions);
        count = (long) questions.size() * rounds;
        this.isAnswered = isAnswered;
    }

    /** Returns the maximum number that can be asked at the same time. */
    int most() {
        return (int) Math.min(Integer.MAX_VALUE, count);
    }

    /** Skips the kept questions at the front, so that the first thread need not wait for that. */
    void skipAnswered() {
        long index = next.get();
        while (isAnsweredAt(index)) {
            index++;
        }
        next.set(index);
    }

    /** Returns whether a question need not be asked; false after the last. */
    boolean isAnsweredAt(long index) {
        return questionAt(index).filter(isAnswered).isPresent();
    }

    /** Takes the next question; empty after the last. */
    Optional<PlannedQuestion> next() {
        Optional<PlannedQuestion> question = questionAt(next.getAndIncrement());
        while (question.filter(isAnswered).isPresent()) {
            question = questionAt(next.getAndIncrement());
        }
        return question;
    }

    private Optional<PlannedQuestion> questionAt(long index) {
        if (index >= count) {
            return Optional.empty();
        }
        int time = (int) (index / questions.size()) + 1;
        return Optional.of(questions.get((int) (index % questions.size())).asked(time));
    }
}
