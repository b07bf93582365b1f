package dev.ipw.langchain4j;

import dev.ipw.ProfileRun;
import dev.ipw.Profiler;
import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.Message;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.ServerTimings;
import dev.ipw.inference.TokenUsage;
import dev.ipw.inference.ToolCall;
import dev.ipw.junit.fake.FakeTelemetrySource;
import dev.ipw.load.Load;
import dev.ipw.query.RequestFailure;
import dev.ipw.query.ToolSpan;
import dev.ipw.record.ProfilingRecord;
import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.SystemMessage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("real-time")
class LangChain4jRunnerTests {
    @TempDir
    private Path folder;

    private final List<InferenceRequest> asked = new CopyOnWriteArrayList<>();

    /** An AI service, as an application has one. */
    interface Helper {
        @SystemMessage("Use the tools.")
        String answer(String question);
    }

    /** Tools, as an application has them. */
    static final class Arithmetic {
        @Tool("Add two numbers")
        int add(@P("the first") int left, @P("the second") int right) {
            if (left < 0) {
                throw new IllegalArgumentException("no negative numbers");
            }
            return left + right;
        }
    }

    /** Asks for the sum twice in one answer, then answers; or fails as a server does. */
    private final class Scripted implements InferenceClient {
        private final boolean fails;

        Scripted(boolean fails) {
            this.fails = fails;
        }

        @Override
        public ClientInfo describe() {
            return ClientInfo.inProcess("scripted", "scripted");
        }

        @Override
        public InferenceResponse infer(InferenceRequest request, ResponseSink sink) throws InferenceException {
            asked.add(request);
            sink.sent(System.nanoTime());
            if (fails) {
                throw new InferenceException(FailureKind.HTTP_STATUS, "the server is busy");
            }
            boolean isFirst = request.messages().stream().noneMatch(one -> one.role() == Message.Role.TOOL);
            return new InferenceResponse(isFirst ? "" : "7", Optional.empty(),
                    new TokenUsage(OptionalLong.of(10), OptionalLong.of(3), OptionalLong.of(13), OptionalLong.empty(),
                            OptionalLong.empty(), TokenUsage.Source.SERVER),
                    Optional.of(isFirst ? "tool_calls" : "stop"), ServerTimings.UNKNOWN, OptionalDouble.empty(),
                    Optional.of("scripted"),
                    isFirst
                            ? List.of(new ToolCall("c1", "add", "{\"left\": 3, \"right\": 4}"),
                                    new ToolCall("c2", "add", "{\"left\": -1, \"right\": 4}"))
                            : List.of());
        }
    }

    private ProfilingRecord run(boolean fails, LangChain4jRunner.Agent agent) throws Exception {
        Path questions = Files.writeString(folder.resolve("questions.jsonl"),
                "{\"id\": \"a\", \"problem\": \"What is 3+4?\", \"answer\": \"7\"}\n");
        try (Profiler profiler = Profiler.builder().client(new Scripted(fails)).dataset(questions.toString())
                .queryRunner(LangChain4jRunner.of("helper", agent)).load(Load.sequential())
                .measurement(how -> how.telemetry("none").warmupQueries(0).idleSeconds(0).calibration(false))
                .plugins(what -> what.telemetrySource(new FakeTelemetrySource(50))).output(folder.resolve("runs"))
                .build()) {
            ProfileRun run = profiler.run();
            try (var records = run.records()) {
                return records.findFirst().orElseThrow();
            }
        }
    }

    @Test
    void keepsEachCallAndEachTool() throws Exception {
        ProfilingRecord record = run(false, (question, model, session) -> AiServices.builder(Helper.class)
                .chatModel(model).tools(SessionTools.of(session, new Arithmetic())).build()
                .answer(question.problem()));

        assertThat(record.outcome().answer()).isEqualTo("7");
        assertThat(record.outcome().calls()).hasSize(2);
        assertThat(record.outcome().usage().output()).hasValue(6);
        assertThat(record.outcome().tools()).extracting(ToolSpan::name).containsExactly("add", "add");
        assertThat(record.outcome().tools()).extracting(ToolSpan::callId).containsExactly(Optional.of("c1"),
                Optional.of("c2"));
        assertThat(record.outcome().tools().getLast().error()).isPresent();
        assertThat(record.metrics().parts()).isPresent();
    }

    @Test
    void saysTheRequestInOurWords() throws Exception {
        run(false, (question, model, session) -> AiServices.builder(Helper.class).chatModel(model)
                .tools(SessionTools.of(session, new Arithmetic())).build().answer(question.problem()));

        InferenceRequest first = asked.getFirst();
        assertThat(first.messages()).extracting(Message::role).containsExactly(Message.Role.SYSTEM, Message.Role.USER);
        assertThat(first.messages().getLast().text()).isEqualTo("What is 3+4?");
        assertThat(first.tools()).singleElement().satisfies(tool -> {
            assertThat(tool.name()).isEqualTo("add");
            assertThat(tool.description()).isEqualTo("Add two numbers");
            assertThat(tool.parameters()).contains("\"left\"", "\"right\"", "\"integer\"", "\"required\"");
        });
        assertThat(first.options().maxTokens()).isPresent();
        // What both tools gave back is one message, as servers want it.
        assertThat(asked.getLast().messages()).extracting(Message::role).containsExactly(Message.Role.SYSTEM,
                Message.Role.USER, Message.Role.ASSISTANT, Message.Role.TOOL);
        assertThat(asked.getLast().messages().getLast().parts()).hasSize(2);
    }

    @Test
    void overridesTheOptionsOfTheRun() throws Exception {
        run(false, (question, model, session) -> model.chat(ChatRequest.builder()
                .messages(UserMessage.from(question.problem())).temperature(0.25).maxOutputTokens(5).build())
                .aiMessage().text());

        assertThat(asked.getFirst().options().temperature()).hasValue(0.25);
        assertThat(asked.getFirst().options().maxTokens()).hasValue(5);
    }

    @Test
    void keepsTheFailureOfACall() throws Exception {
        ProfilingRecord record = run(true, (question, model, session) -> model.chat(question.problem()));

        assertThat(record.outcome().failure()).map(RequestFailure::kind).contains(FailureKind.HTTP_STATUS);
        assertThat(record.outcome().calls()).hasSize(1);
    }

    @Test
    void tellsOfAnAgentThatFailsByItself() throws Exception {
        ProfilingRecord record = run(false, (question, model, session) -> {
            model.chat(question.problem());
            throw new IllegalStateException("out of ideas");
        });

        assertThat(record.outcome().failure()).map(RequestFailure::message).get().asString()
                .contains("The agent failed", "out of ideas");
        assertThat(record.outcome().calls()).hasSize(1);
    }

    @Test
    void refusesAnotherModel() throws Exception {
        ProfilingRecord record = run(false, (question, model, session) -> model.chat(ChatRequest.builder()
                .messages(UserMessage.from(question.problem())).modelName("other").build()).aiMessage().text());

        assertThat(record.outcome().failure()).map(RequestFailure::message).get().asString().contains("other");
        assertThat(asked).isEmpty();
    }
}
