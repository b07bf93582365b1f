package dev.ipw.query;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.dataset.DatasetRecord.Turn;
import dev.ipw.dataset.PromptTemplate;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apiguardian.api.API;

/**
 * A runner that asks a question in one call, and a conversation turn by turn: each turn is sent after the answer to the
 * one before and its pause, with the whole conversation so far, the model's own answers included. A failed call ends
 * the query.
 *
 * @param template creates the messages for the model
 */
@API(status = API.Status.EXPERIMENTAL)
public record QuestionRunner(PromptTemplate template) implements QueryRunner {
    /** Refuses null. */
    public QuestionRunner {
        Objects.requireNonNull(template, "template");
    }

    @Override
    public QueryOutcome run(DatasetRecord question, QuerySession session) throws InterruptedException {
        GenerationOptions options = session.options(question);
        List<Message> messages = new ArrayList<>(template.opening(question));
        ModelCall call = session.call(new InferenceRequest(messages, options));
        List<Turn> turns = question.turns();
        for (int turn = 2; turn <= turns.size() && call.failure().isEmpty(); turn++) {
            messages.add(Message.assistant(call.response().text()));
            session.pause(turns.get(turn - 1).delay());
            messages.add(template.turn(question, turn));
            call = session.call(new InferenceRequest(messages, options));
        }
        return session.finish();
    }
}
