package dev.ipw.agents.react;

import dev.ipw.agents.Conversation;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.Message;
import dev.ipw.query.ModelCall;
import dev.ipw.query.ModelCall.Purpose;
import dev.ipw.query.QuerySession;
import java.util.List;
import java.util.function.Function;

/**
 * A call of the model whose conversation is shortened until the server takes it.
 *
 * @param conversation the conversation
 * @param request      creates a request from its messages
 */
record FittingCall(Conversation conversation, Function<List<Message>, InferenceRequest> request) {
    /** Calls the model; the last failure is final if nothing more can be removed. */
    ModelCall make(QuerySession session, Purpose purpose) throws InterruptedException {
        ModelCall call = session.call(request.apply(conversation.messages()), purpose);
        while (call.failure().filter(Conversation::isTooLong).isPresent() && conversation.shorten()) {
            call = session.call(request.apply(conversation.messages()), Purpose.RETRY);
        }
        return call;
    }
}
