package dev.ipw.agents.react;

import dev.ipw.agents.Conversation;
import dev.ipw.agents.Toolbox;
import dev.ipw.agents.Workspace;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.Message;
import dev.ipw.inference.ToolCall;
import dev.ipw.inference.ToolChoice;
import dev.ipw.query.ModelCall;
import dev.ipw.query.ModelCall.Purpose;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.QueryRunner;
import dev.ipw.query.QuerySession;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** An agent whose model calls tools through the server's interface, until it answers without a call. */
final class NativeReactAgent implements QueryRunner {
    private static final String LAST_TURN = "This is your last turn. Use no tool. Give your final answer now.";
    private static final String EMPTY = "Your reply was empty. Use a tool, or give your final answer.";

    private static final String REFUSED = "The server takes no tools with a request, so that the agent asked for them in"
            + " plain text. A model that is not used to that form needs more calls and joules for a task: use one that"
            + " calls tools, or have the server support it";

    private final Toolbox tools;
    private final int mostTurns;
    private final Optional<TextReactAgent> fallback;
    /** Whether the server rejected tools once; then it always does. */
    private final AtomicBoolean refused = new AtomicBoolean();

    NativeReactAgent(Toolbox tools, int mostTurns, Optional<TextReactAgent> fallback) {
        this.tools = tools;
        this.mostTurns = mostTurns;
        this.fallback = fallback;
    }

    @Override
    public QueryOutcome run(DatasetRecord question, QuerySession session) throws InterruptedException {
        if (refused.get() && fallback.isPresent()) {
            return fallback.get().run(question, session);
        }
        Conversation conversation = Conversation.opening(instruction(), session.opening(question));
        Purpose purpose = Purpose.TURN;
        for (int turn = 1; turn <= mostTurns; turn++) {
            boolean isLast = turn == mostTurns;
            if (isLast && turn > 1) {
                conversation.add(Message.user(LAST_TURN));
            }
            ModelCall call = new FittingCall(conversation, messages -> request(messages, isLast, session, question))
                    .make(session, purpose);
            if (call.failure().isPresent()) {
                if (turn == 1 && fallback.isPresent() && refusesTools(call)) {
                    refused.set(true);
                    return fallback.get().run(question, session, Purpose.RETRY);
                }
                return session.finish();
            }
            List<ToolCall> asked = call.response().toolCalls();
            if ((asked.isEmpty() || isLast) && !call.response().text().isBlank()) {
                return session.finish();
            }
            purpose = asked.isEmpty() ? Purpose.RETRY : Purpose.TURN;
            if (!isLast) {
                continueConversation(conversation, call, session, question);
            }
        }
        return session.fail(TurnLimit.failure(mostTurns));
    }

    @Override
    public List<String> warnings() {
        return refused.get() ? List.of(REFUSED) : List.of();
    }

    private InferenceRequest request(List<Message> messages, boolean isLast, QuerySession session,
            DatasetRecord question) {
        InferenceRequest request = new InferenceRequest(messages, session.options(question));
        return tools.isEmpty()
                ? request
                : request.withTools(tools.definitions(), isLast ? ToolChoice.NONE : ToolChoice.AUTO);
    }

    /** Adds the results. No message follows them: the templates of some models accept no user message there. */
    private void continueConversation(Conversation conversation, ModelCall call, QuerySession session,
            DatasetRecord question)
            throws InterruptedException {
        List<ToolCall> asked = call.response().toolCalls();
        if (asked.isEmpty()) {
            conversation.add(Message.user(EMPTY));
            return;
        }
        conversation.add(Message.assistant(call.response().text(), asked));
        conversation.add(Message.tool(tools.use(asked, session, Workspace.of(session, question.id()))));
    }

    private String instruction() {
        return (tools.isEmpty()
                ? "Solve the task."
                : "Solve the task. Use the tools where they help; what a tool gives back comes in the next message.")
                + " " + TurnLimit.budget(mostTurns) + " When you know the answer, reply with it and call no tool.";
    }

    /**
     * Returns whether a call failed because the server or the model does not support tools, which servers report in
     * many ways.
     */
    private static boolean refusesTools(ModelCall call) {
        return call.failure().filter(failure -> failure.kind() == FailureKind.HTTP_STATUS)
                .filter(failure -> failure.message().toLowerCase(Locale.ROOT).contains("tool")).isPresent();
    }
}
