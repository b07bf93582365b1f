package dev.ipw.agents.reference;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.environment.CommandEnd;
import dev.ipw.environment.CommandResult;
import dev.ipw.environment.TaskEnvironment;
import dev.ipw.error.InputException;
import dev.ipw.inference.FailureKind;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.QueryRunner;
import dev.ipw.query.QuerySession;
import dev.ipw.query.RequestFailure;
import java.util.Optional;

/** An agent that runs a task's own solution. */
final class OracleAgent implements QueryRunner {
    @Override
    public boolean asksModel() {
        return false;
    }

    @Override
    public QueryOutcome run(DatasetRecord question, QuerySession session) throws InterruptedException {
        Optional<TaskEnvironment> environment = session.environment();
        if (environment.isEmpty()) {
            return failed(session, "The task has no environment, in which a solution could be run");
        }
        Optional<CommandResult> solved = solved(session, environment.get());
        if (solved.isEmpty()) {
            return failed(session, "The task comes without a solution");
        }
        CommandResult result = solved.get();
        return session.finish("The solution " + (result.end() == CommandEnd.FINISHED
                ? "ended with the exit status " + result.exitCode()
                : result.end().words()));
    }

    private static Optional<CommandResult> solved(QuerySession session, TaskEnvironment environment)
            throws InterruptedException {
        try {
            return session.measuredTool("solution", Optional.empty(), used -> {
                Optional<CommandResult> result = environment.solve();
                result.flatMap(CommandResult::processorTime).ifPresent(used);
                return result;
            });
        } catch (InterruptedException | RuntimeException known) {
            throw known;
        } catch (Exception unexpected) {
            throw new InputException("The solution cannot be run: " + unexpected.getMessage(), unexpected);
        }
    }

    private static QueryOutcome failed(QuerySession session, String reason) {
        return session.fail(new RequestFailure(FailureKind.CLIENT_ERROR, reason));
    }
}
