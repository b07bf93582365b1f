package dev.ipw.agents.react;

import dev.ipw.agents.Conversation;
import dev.ipw.agents.Toolbox;
import dev.ipw.agents.Workspace;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.inference.ContentPart.ToolResult;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.Message;
import dev.ipw.inference.ToolCall;
import dev.ipw.inference.ToolDefinition;
import dev.ipw.query.ModelCall;
import dev.ipw.query.ModelCall.Purpose;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.QueryRunner;
import dev.ipw.query.QuerySession;
import java.util.List;
import java.util.stream.Collectors;

/**
 * An agent whose model, without native tool calls, requests tools in its text. An unreadable reply is sent back to
 * the model. The number of remaining turns is not added to a result: models of this kind accept no two consecutive
 * user messages.
 */
final class TextReactAgent implements QueryRunner {
    private static final String FORM = """
            Solve the task step by step. In each reply, write what you think, and then one of two things.
            To use a tool:
            Action: the name of the tool
            Action Input: its arguments as one JSON object
            Then stop; the result comes in the next message.
            When you know the answer:
            Final Answer: the answer, which may take several lines
            """;
    private static final String LAST_TURN = "This is your last turn. Use no tool. Reply with a line that begins with"
            + " \"Final Answer:\".";

    private final Toolbox tools;
    private final int mostTurns;
    private final ReplyReader reader;

    TextReactAgent(Toolbox tools, int mostTurns) {
        this.tools = tools;
        this.mostTurns = mostTurns;
        reader = new ReplyReader(tools.definitions());
    }

    @Override
    public QueryOutcome run(DatasetRecord question, QuerySession session) throws InterruptedException {
        return run(question, session, Purpose.TURN);
    }

    /** Runs the task, with the purpose of its first call. */
    QueryOutcome run(DatasetRecord question, QuerySession session, Purpose first) throws InterruptedException {
        Conversation conversation = Conversation.opening(instruction(), session.opening(question));
        Purpose purpose = first;
        for (int turn = 1; turn <= mostTurns; turn++) {
            boolean isLast = turn == mostTurns;
            if (isLast && turn > 1) {
                conversation.add(Message.user(LAST_TURN));
            }
            ModelCall call = new FittingCall(conversation,
                    messages -> new InferenceRequest(messages, session.options(question))).make(session, purpose);
            purpose = Purpose.TURN;
            if (call.failure().isPresent()) {
                return session.finish();
            }
            switch (reader.read(call.response().text())) {
                case Reply.Answer answer -> {
                    return session.finish(answer.text());
                }
                case Reply.Use use when !isLast -> {
                    ToolCall asked = new ToolCall("call_" + turn, use.tool(), use.arguments());
                    ToolResult result = tools.use(asked, session, Workspace.of(session, question.id()));
                    conversation.add(Message.assistant(use.text()));
                    conversation.add(Message.user((result.isError() ? "Error" : "Result") + " of " + use.tool() + ":\n"
                            + result.content()));
                }
                case Reply.Malformed malformed when !isLast -> {
                    if (!call.response().text().isBlank()) {
                        conversation.add(Message.assistant(call.response().text()));
                    }
                    purpose = Purpose.RETRY;
                    conversation.add(Message.user(malformed.problem() + " " + TurnLimit.left(mostTurns - turn)));
                }
                case Reply.Malformed malformed when !call.response().text().isBlank() -> {
                    // On the last turn this reply is the only answer.
                    return session.finish();
                }
                default -> {
                    return session.fail(TurnLimit.failure(mostTurns));
                }
            }
        }
        return session.fail(TurnLimit.failure(mostTurns));
    }

    private String instruction() {
        return FORM + TurnLimit.budget(mostTurns) + "\n\n" + (tools.isEmpty()
                ? "There are no tools."
                : "The tools are:\n"
                        + tools.definitions().stream().map(TextReactAgent::described)
                                .collect(Collectors.joining("\n")));
    }

    private static String described(ToolDefinition tool) {
        return "- " + tool.name() + ": " + tool.description() + "\n  Arguments by JSON schema: " + tool.parameters();
    }

    /** The meaning of a reply in text. */
    sealed interface Reply {
        /**
         * A request for a tool.
         *
         * @param tool      its name
         * @param arguments its arguments, JSON text
         * @param text      the reply up to the end of the arguments; text that the model invented after them is not
         *                  repeated to it
         */
        record Use(String tool, String arguments, String text) implements Reply {}

        /**
         * An answer.
         *
         * @param text the answer
         */
        record Answer(String text) implements Reply {}

        /**
         * An unreadable reply.
         *
         * @param problem the error message for the model
         */
        record Malformed(String problem) implements Reply {}
    }

    /** Returns the names of the offered tools. */
    static List<String> names(List<ToolDefinition> tools) {
        return tools.stream().map(ToolDefinition::name).toList();
    }
}
