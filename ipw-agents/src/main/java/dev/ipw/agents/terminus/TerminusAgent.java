package dev.ipw.agents.terminus;

import dev.ipw.agents.Workspace;
import dev.ipw.agents.tool.CommandSandbox;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.environment.TaskEnvironment;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.QueryPhase;
import dev.ipw.query.QueryRunner;
import dev.ipw.query.QuerySession;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/** An agent whose model works at a terminal until it has declared twice that it is done, like Terminus 2. */
final class TerminusAgent implements QueryRunner {
    private static final Duration NO_LIMIT = Duration.ofDays(7);
    private static final int ID_LENGTH = 12;

    private final TerminusSettings settings;
    private final CommandSandbox sandbox;
    private final Optional<Duration> longest;

    TerminusAgent(TerminusSettings settings, CommandSandbox sandbox, Optional<Duration> longest) {
        this.settings = settings;
        this.sandbox = sandbox;
        this.longest = longest;
    }

    @Override
    public QueryOutcome run(DatasetRecord question, QuerySession session) throws InterruptedException {
        long endNanos = System.nanoTime() + Stream
                .concat(longest.stream(), session.environment().flatMap(TaskEnvironment::longest).stream())
                .min(Duration::compareTo).orElse(NO_LIMIT).toNanos();
        try (Terminal terminal = started(host(question, session), session)) {
            String screen = inPhase(session, () -> terminal.firstScreen().format());
            return new TerminusTask(question, session, terminal, settings, endNanos).run(screen);
        } catch (TaskEndedException ended) {
            return ended.failure().map(session::fail).orElseGet(session::finish);
        }
    }

    private TerminalHost host(DatasetRecord question, QuerySession session) {
        Workspace workspace = Workspace.of(session, question.id());
        return workspace.environment().<TerminalHost>map(EnvironmentHost::new)
                .orElseGet(() -> new SandboxHost(sandbox, workspace));
    }

    private static Terminal started(TerminalHost host, QuerySession session)
            throws TaskEndedException, InterruptedException {
        String id = UUID.randomUUID().toString().replace("-", "").substring(0, ID_LENGTH);
        return inPhase(session, () -> Terminal.start(host, id));
    }

    private static <T> T inPhase(QuerySession session, Callable<T> work)
            throws TaskEndedException, InterruptedException {
        try {
            return session.phase(QueryPhase.Kind.AGENT_SETUP, work);
        } catch (TaskEndedException | InterruptedException | RuntimeException failed) {
            throw failed;
        } catch (Exception unknown) {
            throw new IllegalStateException(unknown);
        }
    }
}
