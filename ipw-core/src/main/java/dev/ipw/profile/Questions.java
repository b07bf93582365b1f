package dev.ipw.profile;

import dev.ipw.dataset.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Hand out questions in order to any number of threads, once each or again and again. The turns of a conversation, which stand
 * one after the other, are handed out together.
 */
final class Questions {
    private final List<List<PlannedQuestion>> conversations = new ArrayList<>();
    private final boolean endless;
    private final Predicate<PlannedQuestion> kept;
    private final Function<PlannedQuestion, Optional<String>> keptAnswers;
    private final AtomicLong next = new AtomicLong();

    /**
     * Hand out.
     *
     * @param questions what is asked
     * @param endless   true to begin anew after the last
     * @param kept      says which need not be asked; a conversation is passed over if that is true of all its turns
     * @param keptAnswers gives the answers of those turns of conversations that need not be asked and did not fail
     */
    Questions(List<PlannedQuestion> questions, boolean endless, Predicate<PlannedQuestion> kept,
            Function<PlannedQuestion, Optional<String>> keptAnswers) {
        this.kept = kept;
        this.keptAnswers = keptAnswers;
        this.endless = endless;
        Optional<String> open = Optional.empty();
        for (PlannedQuestion question : questions) {
            Optional<String> conversation = Turn.of(question.question()).map(Turn::conversation);
            if (conversation.isEmpty() || !conversation.equals(open)) {
                conversations.add(new ArrayList<>());
            }
            conversations.getLast().add(question);
            open = conversation;
        }
    }

    boolean isKept(PlannedQuestion planned) {
        return kept.test(planned);
    }

    /** Give the answer of a turn that is kept; empty if it failed. */
    Optional<String> keptAnswer(PlannedQuestion planned) {
        return keptAnswers.apply(planned);
    }

    /** Tell how many can be asked at most at the same time. */
    int most() {
        return endless ? Integer.MAX_VALUE : conversations.size();
    }

    /** Pass over all that is kept at the front, so that the first to ask need not wait until it is found. */
    void passKept() {
        long index = next.get();
        while (isKeptAt(index)) {
            index++;
        }
        next.set(index);
    }

    /** Say whether a question, or all turns of a conversation, need not be asked; false after the last. */
    boolean isKeptAt(long index) {
        List<PlannedQuestion> turns = turnsAt(index);
        return !turns.isEmpty() && turns.stream().allMatch(kept);
    }

    /** Take the next question, or conversation; empty after the last. */
    List<PlannedQuestion> next() {
        List<PlannedQuestion> turns = turnsAt(next.getAndIncrement());
        while (!turns.isEmpty() && turns.stream().allMatch(kept)) {
            turns = turnsAt(next.getAndIncrement());
        }
        return turns;
    }

    private List<PlannedQuestion> turnsAt(long index) {
        if (conversations.isEmpty() || (!endless && index >= conversations.size())) {
            return List.of();
        }
        int time = (int) (index / conversations.size()) + 1;
        return conversations.get((int) (index % conversations.size())).stream().map(one -> one.asked(time)).toList();
    }
}
