package dev.ipw.agents.miniswe;

import dev.ipw.agents.Conversation;
import dev.ipw.agents.Toolbox;
import dev.ipw.agents.Workspace;
import dev.ipw.agents.tool.CommandSandbox;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.error.Setting;
import dev.ipw.inference.ContentPart.ToolResult;
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
import dev.ipw.query.RequestFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicReference;

/**
 * An agent that works in a shell until it submits, like mini-swe-agent: every reply contains a command, and a command
 * whose output begins with the mark ends the task with the rest of the output.
 */
final class MiniSweAgent implements QueryRunner {
    /** The first line of the output of a command that submits. */
    static final String SUBMIT = "COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT";
    private static final int MAX_FORMAT_ERRORS = 3;
    private static final String NO_COMMAND = "Your reply holds no command. Call the tool bash with one; to submit, print "
            + SUBMIT + " as the first line.";

    private final CommandSandbox sandbox;
    private final int mostTurns;
    private final OptionalDouble mostDollars;

    MiniSweAgent(CommandSandbox sandbox, int mostTurns, OptionalDouble mostDollars) {
        this.sandbox = sandbox;
        this.mostTurns = mostTurns;
        this.mostDollars = mostDollars;
    }

    @Override
    public QueryOutcome run(DatasetRecord question, QuerySession session) throws InterruptedException {
        Conversation conversation = Conversation.opening(instruction(),
                session.opening(question));
        Workspace workspace = Workspace.of(session, question.id());
        AtomicReference<Optional<String>> submission = new AtomicReference<>(Optional.empty());
        Toolbox tools = Toolbox.of(List.of(new BashTool(sandbox, text -> submission.set(Optional.of(text)))));
        int formatErrors = 0;
        for (int turn = 1; turn <= mostTurns; turn++) {
            Optional<RequestFailure> budgetExceeded = turn == 1 ? Optional.empty() : budgetExceeded(session);
            if (budgetExceeded.isPresent()) {
                return session.fail(budgetExceeded.get());
            }
            ModelCall call = session.call(new InferenceRequest(conversation.messages(), session.options(question))
                    .withTools(tools.definitions(), ToolChoice.AUTO), formatErrors == 0 ? Purpose.TURN : Purpose.RETRY);
            if (call.failure().isPresent()) {
                return session.finish();
            }
            List<ToolCall> asked = call.response().toolCalls();
            if (asked.isEmpty()) {
                formatErrors++;
                if (formatErrors == MAX_FORMAT_ERRORS) {
                    return session.fail(new RequestFailure(FailureKind.MALFORMED,
                            MAX_FORMAT_ERRORS + " replies in a row held no command"));
                }
                if (!call.response().text().isBlank()) {
                    conversation.add(Message.assistant(call.response().text()));
                }
                conversation.add(Message.user(NO_COMMAND));
                continue;
            }
            formatErrors = 0;
            List<ToolResult> results = new ArrayList<>();
            for (ToolCall command : asked) {
                results.add(tools.use(command, session, workspace));
                if (submission.get().isPresent()) {
                    return session.finish(submission.get().get());
                }
            }
            conversation.add(Message.assistant(call.response().text(), asked));
            conversation.add(Message.tool(results));
        }
        return session.fail(new RequestFailure(FailureKind.LIMIT_REACHED,
                "Nothing was submitted after " + mostTurns + " turns, which is the limit " + Setting.MAX_TURNS));
    }

    /**
     * Returns the failure if the cost limit is reached, or if the cost is unknown: a limit that cannot be checked is
     * not ignored.
     */
    private Optional<RequestFailure> budgetExceeded(QuerySession session) {
        if (mostDollars.isEmpty()) {
            return Optional.empty();
        }
        OptionalDouble dollars = session.dollars();
        if (dollars.isEmpty()) {
            return Optional.of(new RequestFailure(FailureKind.LIMIT_REACHED,
                    "What the calls cost is not known, so that most_dollars cannot be kept: give prices, or leave it out"));
        }
        return dollars.getAsDouble() < mostDollars.getAsDouble()
                ? Optional.empty()
                : Optional.of(new RequestFailure(FailureKind.LIMIT_REACHED, "The calls cost " + dollars.getAsDouble()
                        + " dollars before anything was submitted; the limit is " + mostDollars.getAsDouble()));
    }

    private String instruction() {
        return "You solve a task by commands in a shell. Every reply calls the tool bash at least once. Each command runs in a"
                + " new shell in the working folder; files stay, variables and the current folder do not. There may be"
                + " no network.\nWhen the task is done, run a command that prints " + SUBMIT
                + " as its first line and your"
                + " final answer or patch after it, for example: echo " + SUBMIT + "; cat answer.txt\nYou have at most "
                + mostTurns + " replies.";
    }
}
