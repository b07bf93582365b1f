package dev.ipw;

import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.ContentPart;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.Message;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.ResponseSink.ChunkKind;
import dev.ipw.inference.ServerTimings;
import dev.ipw.inference.TokenUsage;
import dev.ipw.inference.ToolCall;
import dev.ipw.inference.ToolChoice;
import dev.ipw.inference.ToolDefinition;
import dev.ipw.load.Load;
import dev.ipw.query.ModelCall;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.QueryRunner;
import dev.ipw.query.QuerySession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Asks a scripted model for a number in three turns, of which the first two ask for a tool. As a program it profiles that in a
 * process of its own, which hangs in the second call of one question, so that a test can kill it there.
 */
final class ToolUsingRunner implements QueryRunner {
    static final int QUESTIONS = 6;
    static final int HANGS_IN = 3;
    static final int TURNS = 3;
    static final String RUN = "tools";
    private static final List<String> TOOLS = List.of("search", "add");
    private static final List<ToolDefinition> DEFINITIONS = TOOLS.stream()
            .map(name -> new ToolDefinition(name, "use it", "{\"type\":\"object\"}")).toList();

    /** Take the folder of the runs. */
    public static void main(String[] arguments) throws InterruptedException {
        Path runs = Path.of(arguments[0]);
        try (Profiler profiler = builder(runs, new ScriptedModel(Optional.of(runs.resolve("hangs")))).build()) {
            profiler.run();
        }
    }

    static ProfilerBuilder builder(Path runs, InferenceClient client) {
        Dataset questions = new FakeDataset(IntStream.range(0, QUESTIONS)
                .mapToObj(number -> DatasetRecord.of("q" + number, "number " + number, "it is " + number)).toList());
        return Profiler.builder().client(client).queryRunner(new ToolUsingRunner()).dataset(questions)
                .evaluation(by -> by.evaluator("exact"))
                .measurement(how -> how.warmupQueries(1).idleSeconds(0).telemetry("none")).load(Load.sequential())
                .output(runs).storage(where -> where.runName(RUN))
                .plugins(known -> known.telemetrySource(new SteadySource()));
    }

    @Override
    public QueryOutcome run(DatasetRecord question, QuerySession session) throws InterruptedException {
        List<Message> messages = new ArrayList<>(List.of(Message.user(question.problem())));
        ModelCall call = ask(messages, question, session);
        while (call.failure().isEmpty() && !call.response().toolCalls().isEmpty()) {
            List<ContentPart.ToolResult> results = new ArrayList<>();
            for (ToolCall asked : call.response().toolCalls()) {
                results.add(use(asked, session));
            }
            messages.add(Message.assistant(call.response().text(), call.response().toolCalls()));
            messages.add(Message.tool(results));
            call = ask(messages, question, session);
        }
        return session.finish();
    }

    private static ModelCall ask(List<Message> messages, DatasetRecord question, QuerySession session)
            throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(8);
        return session.call(new InferenceRequest(messages, session.options(question)).withTools(DEFINITIONS,
                ToolChoice.AUTO));
    }

    private static ContentPart.ToolResult use(ToolCall asked, QuerySession session) throws InterruptedException {
        try {
            return session.tool(asked.name(), Optional.of(asked.id()), () -> {
                TimeUnit.MILLISECONDS.sleep(25);
                return new ContentPart.ToolResult(asked.id(), asked.name(), "done", false);
            });
        } catch (InterruptedException stopped) {
            throw stopped;
        } catch (Exception impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Asks for a tool as long as there is one that it has not asked for. */
    record ScriptedModel(Optional<Path> hangs) implements InferenceClient {
        @Override
        public ClientInfo describe() {
            return ClientInfo.inProcess("scripted", "scripted:1b");
        }

        @Override
        public InferenceResponse infer(InferenceRequest request, ResponseSink sink)
                throws InferenceException, InterruptedException {
            String question = request.messages().getFirst().text();
            int turn = (int) request.messages().stream().filter(message -> message.role() == Message.Role.TOOL)
                    .count();
            sink.sent(System.nanoTime());
            if (turn == 1 && question.equals("number " + HANGS_IN)) {
                hang();
            }
            TimeUnit.MILLISECONDS.sleep(40);
            String text = turn < TOOLS.size() ? "" : "it is " + question.replaceAll("\\D+", "");
            List<ToolCall> asked = turn < TOOLS.size()
                    ? List.of(new ToolCall("call-" + turn, TOOLS.get(turn), "{}"))
                    : List.of();
            sink.chunk(asked.isEmpty() ? ChunkKind.ANSWER : ChunkKind.TOOL_CALL, text, System.nanoTime());
            return new InferenceResponse(text, Optional.empty(), TokenUsage.server(10, 5), Optional.of("stop"),
                    ServerTimings.UNKNOWN, OptionalDouble.empty(), Optional.empty(), asked);
        }

        private void hang() throws InterruptedException {
            if (hangs.isPresent()) {
                try {
                    Files.createFile(hangs.get());
                } catch (IOException cannotTell) {
                    throw new IllegalStateException(cannotTell);
                }
                TimeUnit.HOURS.sleep(1);
            }
        }
    }
}
