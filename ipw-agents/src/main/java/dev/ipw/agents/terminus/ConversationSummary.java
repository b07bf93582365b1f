package dev.ipw.agents.terminus;

import dev.ipw.agents.Conversation;
import dev.ipw.inference.Message;
import dev.ipw.query.ModelCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The shortening of a conversation by three calls: the model summarises it, asks the questions that a reader of the
 * summary would have, and answers them from the conversation.
 *
 * @param model makes a call
 */
record ConversationSummary(Model model) {
    /**
     * Summarises a conversation.
     *
     * @param conversation the messages; the last one is the model's, or the question's if the model has not answered
     * @param task         the model's initial task
     * @param next         the next message
     * @return the first message of a new conversation; empty if the server rejects a call for its length
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

    /** The caller of the model. */
    @FunctionalInterface
    interface Model {
        /** Sends messages and waits for the answer. */
        ModelCall call(List<Message> messages) throws TaskEndedException, InterruptedException;
    }
}
