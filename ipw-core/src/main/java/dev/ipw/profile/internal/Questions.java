package dev.ipw.profile.internal;

import dev.ipw.shard.ShardSpec;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/** The questions of a run, or of one shard of it, in order, for any number of threads, once each or in several rounds. */
final class Questions {
    private final List<PlannedQuestion> questions;
    private final long count;
    private final Predicate<PlannedQuestion> isAnswered;
    private final ShardSpec shard;
    private final AtomicLong next;

    /**
     * Creates the sequence.
     *
     * @param questions  the questions
     * @param rounds     the number of rounds; the maximum number means without end
     * @param isAnswered returns whether a question need not be asked
     * @param shard      the shard that asks; the questions of others are left out
     */
    Questions(List<PlannedQuestion> questions, int rounds, Predicate<PlannedQuestion> isAnswered, ShardSpec shard) {
        this.questions = List.copyOf(questions);
        count = (long) questions.size() * rounds;
        this.isAnswered = isAnswered;
        this.shard = shard;
        next = new AtomicLong(shard.index());
    }

    /** Returns the maximum number that can be asked at the same time. */
    int most() {
        return (int) Math.min(Integer.MAX_VALUE, shard.partOf(count));
    }

    /** Skips the kept questions at the front, so that the first thread need not wait for that. */
    void skipAnswered() {
        long index = next.get();
        while (isAnsweredAt(index)) {
            index += shard.count();
        }
        next.set(index);
    }

    /** Returns whether a question need not be asked; false after the last. */
    boolean isAnsweredAt(long index) {
        return questionAt(index).filter(isAnswered).isPresent();
    }

    /** Returns the number of questions in all rounds, of all shards. */
    long count() {
        return count;
    }

    /** Returns the shard that asks. */
    ShardSpec shard() {
        return shard;
    }

    /** Takes the next question; empty after the last. */
    Optional<PlannedQuestion> next() {
        Optional<PlannedQuestion> question = questionAt(next.getAndAdd(shard.count()));
        while (question.filter(isAnswered).isPresent()) {
            question = questionAt(next.getAndAdd(shard.count()));
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
