package dev.ipw.agents.terminus;

import dev.ipw.agents.Conversation;
import dev.ipw.inference.Message;
import dev.ipw.query.ModelCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Makes a conversation short by three calls: the model sums it up, asks what a reader of the summary would have to ask, and answers
 * that from the conversation.
 *
 * @param model makes a call
 */
record ConversationSummary(Model model) {
    /**
     * Sums up a conversation.
     *
     * @param conversation what was said; the model spoke last, or nobody after the question
     * @param task         what the model was asked in the beginning
     * @param next         what is said next
     * @return what a new conversation is told; empty if the server refuses a call for its length
     * @throws TaskEndedException if a call fails otherwise
     */
    Optional<String> of(List<Message> conversation, String task, String next)
            throws TaskEndedException, InterruptedException {
        List<Message> whole = new ArrayList<>(conversation);
        whole.add(Message.user(next + "\n\n" + Prompt.SUMMARY));
        Optional<String> summary = answer(whole);
        Optional<String> questions = summary.isEmpty()
                ? Optional.empty()
                : answer(List.of(Message.user(Prompt.questions(task, summary.get()))));
        if (questions.isEmpty()) {
            return Optional.empty();
        }
        if (!summary.get().isBlank()) {
            whole.add(Message.assistant(summary.get()));
        }
        whole.add(Message.user(Prompt.ANSWERS + "\n\n" + questions.get()));
        return answer(whole).map(answers -> Prompt.background(summary.get(), questions.get(), answers, next));
    }

    private Optional<String> answer(List<Message> messages) throws TaskEndedException, InterruptedException {
        ModelCall call = model.call(List.copyOf(messages));
        if (call.failure().isEmpty()) {
            return Optional.of(call.response().text());
        }
        if (call.failure().filter(Conversation::isTooLong).isPresent()) {
            return Optional.empty();
        }
        throw TaskEndedException.ofCall();
    }

    /** Calls the model. */
    @FunctionalInterface
    interface Model {
        /** Say something and wait for the answer. */
        ModelCall call(List<Message> messages) throws TaskEndedException, InterruptedException;
    }
}
