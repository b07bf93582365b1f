package dev.ipw.agents.command;

import dev.ipw.agents.proxy.ProxyTask;
import dev.ipw.agents.proxy.RecordingProxy;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.environment.CommandEnd;
import dev.ipw.environment.CommandResult;
import dev.ipw.error.InputException;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.Message;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.secret.SecretRedactor;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.QueryPhase;
import dev.ipw.query.QueryRunner;
import dev.ipw.query.QuerySession;
import dev.ipw.query.RequestFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An agent that lets a program do a task, and records the program's model calls with the proxy. */
final class CommandAgent implements QueryRunner, AutoCloseable {
    private static final int MAX_ANSWER_CHARACTERS = 100_000;
    private static final String REFUSED_FILE = "proxy.json";
    private static final Logger LOGGER = LoggerFactory.getLogger(CommandAgent.class);

    private final CommandSettings settings;
    private final RecordingProxy proxy;
    private final AtomicLong refusedRequests = new AtomicLong();
    private final AtomicLong refusedTasks = new AtomicLong();

    CommandAgent(CommandSettings settings, RecordingProxy proxy) {
        this.settings = settings;
        this.proxy = proxy;
    }

    @Override
    public QueryOutcome run(DatasetRecord question, QuerySession session) throws InterruptedException {
        ProgramPlace place = place(session);
        String task = session.opening(question).stream().map(Message::text).collect(Collectors.joining("\n\n"));
        int calls = 0;
        CommandResult result;
        Optional<CommandFailed> failure = Optional.empty();
        try {
            Map<String, String> variables = ProgramVariables.of(task, place.taskFile(task), settings.model(),
                    "http://" + place.proxyHost() + ":" + proxy.port());
            setUp(session, place, variables);
            ProgramCalls program = new ProgramCalls(session, System.nanoTime());
            result = worked(question, session, place, variables, program);
            calls = program.count();
            failure = Optional.of(result).filter(end -> !end.isFine()).map(CommandFailed::new);
        } catch (CommandFailed failed) {
            failure = Optional.of(failed);
            result = failed.result();
        }
        keepTrajectory(session, place);
        return outcome(session, answer(place, result), failure, calls);
    }

    private ProgramPlace place(QuerySession session) {
        return session.environment().<ProgramPlace>map(EnvironmentPlace::of)
                .orElseGet(() -> new SandboxedPlace(settings.sandbox().orElseThrow(() -> new InputException(
                        "The task has no environment of its own, and sandbox=environment runs nothing outside of one")),
                        session.workspace(), settings));
    }

    private void setUp(QuerySession session, ProgramPlace place, Map<String, String> variables)
            throws InterruptedException, CommandFailed {
        if (settings.setup().isEmpty()) {
            return;
        }
        known(() -> session.phase(QueryPhase.Kind.AGENT_SETUP, () -> ended(place.run(settings.setup().get(), variables,
                settings.timeout()))));
    }

    /**
     * Runs the program. A call is recorded as a turn of the task, and a phase has no turns: therefore the key is
     * valid only while the program works.
     */
    private CommandResult worked(DatasetRecord question, QuerySession session, ProgramPlace place,
            Map<String, String> variables, ProgramCalls program) throws InterruptedException {
        Optional<CommandResult> ended = Optional.empty();
        Optional<String> error = Optional.of("The program was ended before it was done");
        long endNanos = 0;
        try (ProxyTask programs = proxy.open(program)) {
            try {
                CommandResult result = place.run(settings.run(),
                        ProgramVariables.withKey(variables, programs.key()), settings.timeout());
                ended = Optional.of(result);
                error = ended.filter(end -> !end.isFine()).map(CommandFailed::new).map(CommandFailed::toString);
                return result;
            } finally {
                endNanos = System.nanoTime();
                tellPassedOn(question, programs);
                keepRefused(session, programs);
            }
        } finally {
            program.end(endNanos, error, ended.flatMap(CommandResult::processorTime));
        }
    }

    private static CommandResult ended(CommandResult result) throws CommandFailed {
        if (!result.isFine()) {
            throw new CommandFailed(result);
        }
        return result;
    }

    private static CommandResult known(Callable<CommandResult> work)
            throws InterruptedException, CommandFailed {
        try {
            return work.call();
        } catch (InterruptedException | RuntimeException | CommandFailed known) {
            throw known;
        } catch (Exception unexpected) {
            throw new InputException("The command cannot be run: " + unexpected.getMessage(), unexpected);
        }
    }

    private static void tellPassedOn(DatasetRecord question, ProxyTask programs) {
        if (programs.passedOnRequests() > 0) {
            LOGGER.info("{} requests of the program of task {} asked no model; they were passed on and not recorded",
                    programs.passedOnRequests(), question.id());
        }
    }

    /** Stores the rejected requests. The file lies beside the workspace, where the program can create no link. */
    private void keepRefused(QuerySession session, ProxyTask programs) {
        if (programs.refusedRequests() == 0) {
            return;
        }
        refusedRequests.addAndGet(programs.refusedRequests());
        refusedTasks.incrementAndGet();
        try {
            AtomicFile.write(session.workspace().resolveSibling(REFUSED_FILE), TreeBuilder.object()
                    .put("refused", programs.refusedRequests()).put("passed_on", programs.passedOnRequests())
                    .put("first_refused", programs.firstRefused()).prettyJson().getBytes(StandardCharsets.UTF_8));
        } catch (InputException unkept) {
            LOGGER.warn("The refused requests of a task are not kept", unkept);
        }
    }

    @Override
    public List<String> warnings() {
        long requests = refusedRequests.getAndSet(0);
        long tasks = refusedTasks.getAndSet(0);
        return requests == 0
                ? List.of()
                : List.of("Programs sent " + requests + (requests == 1 ? " request" : " requests")
                        + " that no model is asked by, in " + tasks + (tasks == 1 ? " task" : " tasks")
                        + "; the proxy refused them (" + REFUSED_FILE + " in the folder of each task)");
    }

    private String answer(ProgramPlace place, CommandResult result) throws InterruptedException {
        if (settings.answerFile().isPresent()) {
            return place.read(settings.answerFile().get()).orElse("").strip();
        }
        String printed = result.output().strip();
        return printed.length() <= MAX_ANSWER_CHARACTERS
                ? printed
                : printed.substring(printed.length() - MAX_ANSWER_CHARACTERS);
    }

    /**
     * Stores the trajectory. A file in the workspace is already stored with the run; one in an environment is copied.
     */
    private void keepTrajectory(QuerySession session, ProgramPlace place) throws InterruptedException {
        if (settings.trajectory().isEmpty()) {
            return;
        }
        String path = settings.trajectory().get();
        Optional<String> written = place.read(path);
        if (written.isEmpty()) {
            LOGGER.warn("The program wrote no trajectory to {}", path);
            return;
        }
        if (place instanceof EnvironmentPlace) {
            Path kept = session.workspace().resolve("trajectory.json");
            try {
                Files.writeString(kept, SecretRedactor.clean(written.get()));
            } catch (IOException refused) {
                LOGGER.warn("The trajectory cannot be kept as {}", kept, refused);
            }
        }
    }

    private static QueryOutcome outcome(QuerySession session, String answer, Optional<CommandFailed> failure,
            int calls) {
        if (failure.isEmpty()) {
            if (calls == 0) {
                LOGGER.warn(
                        "A program made no call of the model through the proxy; if it asked one, its tokens are not known."
                                + " It has to use OPENAI_BASE_URL or ANTHROPIC_BASE_URL");
            }
            return session.finish(answer);
        }
        String reason = failure.get().toString();
        if (failure.get().result().end() == CommandEnd.TIMED_OUT) {
            return session.fail(new RequestFailure(FailureKind.TOTAL_TIMEOUT, reason));
        }
        return calls == 0
                ? session.fail(new RequestFailure(FailureKind.CLIENT_ERROR, reason))
                : session.finish(answer);
    }

    @Override
    public void close() {
        proxy.close();
    }
}
