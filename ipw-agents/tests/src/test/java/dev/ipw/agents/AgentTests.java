package dev.ipw.agents;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.ToolCall;
import dev.ipw.inference.ToolDefinition;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.RequestFailure;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@Tag("real-time")
class AgentTests {
    private static final DatasetRecord QUESTION = DatasetRecord.of("t", "Wait", "42");

    @TempDir
    Path folder;

    /** A tool by a function. */
    private record Tool(String name, boolean changesState, Use use, AtomicInteger closed) implements AgentTool {
        Tool(String name, boolean changesState, Use use) {
            this(name, changesState, use, new AtomicInteger());
        }

        @Override
        public ToolDefinition definition() {
            return new ToolDefinition(name, "a tool", "{\"type\": \"object\"}");
        }

        @Override
        public String use(ToolArguments arguments, Workspace workspace) throws ToolException, InterruptedException {
            return use.use();
        }

        @Override
        public void close() {
            closed.incrementAndGet();
        }

        interface Use {
            String use() throws ToolException, InterruptedException;
        }
    }

    @Test
    void endsATaskThatTakesTooLongAndKeepsWhatItDid() throws InterruptedException {
        CountDownLatch cancelled = new CountDownLatch(1);
        Tool forever = new Tool("forever", true, () -> {
            try {
                new CountDownLatch(1).await();
                return "never";
            } catch (InterruptedException stopped) {
                cancelled.countDown();
                throw stopped;
            }
        });
        Duration limit = Duration.ofMillis(50);
        QueryOutcome outcome = forever(forever, limit);
        // A machine that is so slow that the tool was not reached yet is given more time.
        while (outcome.tools().isEmpty()) {
            limit = limit.multipliedBy(2);
            outcome = forever(forever, limit);
        }

        assertThat(outcome.failure()).map(RequestFailure::kind).contains(FailureKind.TOTAL_TIMEOUT);
        assertThat(outcome.failure().orElseThrow().message())
                .contains(BigDecimal.valueOf(limit.toMillis(), 3).stripTrailingZeros().toPlainString() + " s");
        assertThat(outcome.calls()).hasSize(1);
        assertThat(outcome.tools()).hasSize(1);
        cancelled.await();
    }

    private QueryOutcome forever(Tool tool, Duration limit) throws InterruptedException {
        ScriptedSession session = new ScriptedSession(folder,
                request -> ScriptedSession.asks(new ToolCall("c", "forever", "{}")));
        try (Agent agent = Agent.builder("react").tool(tool).longest(limit).build()) {
            QueryOutcome outcome = agent.run(QUESTION, session);
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
            return outcome;
        }
    }

    @Test
    void anInterruptFromOutsideIsNoTimeout() {
        Tool stopping = new Tool("stop", true, () -> {
            throw new InterruptedException("the run ends");
        });
        ScriptedSession session = new ScriptedSession(folder,
                request -> ScriptedSession.asks(new ToolCall("c", "stop", "{}")));
        try (Agent agent = Agent.builder("react").tool(stopping).longest(Duration.ofHours(1)).build()) {
            assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> agent.run(QUESTION, session));
        }
    }

    @Test
    void toolsThatChangeNothingWorkSideBySideAndOthersInTurn() throws InterruptedException {
        CyclicBarrier both = new CyclicBarrier(2);
        Tool.Use meet = () -> {
            try {
                both.await();
                return "met";
            } catch (java.util.concurrent.BrokenBarrierException alone) {
                throw new ToolException("alone", alone);
            }
        };
        List<ToolCall> calls = List.of(new ToolCall("1", "left", "{}"), new ToolCall("2", "right", "{}"));
        ScriptedSession session = new ScriptedSession(folder, request -> ScriptedSession.says(""));
        try (Toolbox reading = Toolbox.of(List.of(new Tool("left", false, meet), new Tool("right", false, meet)))) {
            assertThat(reading.use(calls, session, new Workspace(folder, "t"))).extracting(result -> result.content())
                    .containsExactly("met", "met");
        }
        AtomicInteger working = new AtomicInteger();
        Tool.Use alone = () -> {
            String result = working.incrementAndGet() == 1 ? "alone" : "beside another";
            working.decrementAndGet();
            return result;
        };
        try (Toolbox writing = Toolbox.of(List.of(new Tool("left", true, alone), new Tool("right", false, alone)))) {
            assertThat(writing.use(calls, session, new Workspace(folder, "t"))).extracting(result -> result.content())
                    .containsExactly("alone", "alone");
        }
    }

    @Test
    void aToolThatBreaksIsAResultAndAllAreClosed() throws InterruptedException {
        Tool broken = new Tool("broken", true, () -> {
            throw new IllegalStateException("oops");
        });
        Tool verbose = new Tool("verbose", true, () -> "x".repeat(1_000_000));
        ScriptedSession session = new ScriptedSession(folder, request -> ScriptedSession.says(""));
        try (Toolbox box = Toolbox.of(List.of(broken, verbose))) {
            assertThat(box.use(new ToolCall("1", "broken", ""), session, new Workspace(folder, "t")))
                    .satisfies(result -> assertThat(result.isError()).isTrue())
                    .satisfies(result -> assertThat(result.content()).contains("oops"));
            assertThat(box.use(new ToolCall("2", "verbose", "{}"), session, new Workspace(folder, "t")).content())
                    .hasSizeLessThan(101_000).endsWith("900000 more characters are left out]");
        }
        assertThat(broken.closed()).hasValue(1);
        assertThat(verbose.closed()).hasValue(1);
    }

    @Test
    void anErrorOfAToolThatWorksBesideAnotherIsKept() {
        Tool broken = new Tool("broken", false, () -> {
            throw new LinkageError("a class is missing");
        });
        Tool good = new Tool("good", false, () -> "good");
        ScriptedSession session = new ScriptedSession(folder, request -> ScriptedSession.says(""));
        try (Toolbox box = Toolbox.of(List.of(broken, good))) {
            assertThatExceptionOfType(LinkageError.class)
                    .isThrownBy(() -> box.use(List.of(new ToolCall("1", "good", "{}"),
                            new ToolCall("2", "broken", "{}")), session, new Workspace(folder, "t")))
                    .withMessage("a class is missing");
        }
    }

    @Test
    void aTaskThatTakesTooLongIsATimeoutAlsoWhereTheInterruptIsWrapped() throws InterruptedException {
        ScriptedSession session = new ScriptedSession(folder, request -> {
            try {
                new CountDownLatch(1).await();
                return ScriptedSession.says("never");
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("wrapped", stopped);
            }
        });
        try (Agent agent = Agent.builder("react").longest(Duration.ofMillis(50)).build()) {
            assertThat(agent.run(QUESTION, session).failure()).map(RequestFailure::kind)
                    .contains(FailureKind.TOTAL_TIMEOUT);
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
        }
        ScriptedSession breaking = new ScriptedSession(folder, request -> {
            throw new IllegalStateException("oops");
        });
        try (Agent agent = Agent.builder("react").longest(Duration.ofHours(1)).build()) {
            assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> agent.run(QUESTION, breaking))
                    .withMessage("oops");
        }
    }

    @Test
    void refusesWhatCannotWork() {
        assertThatExceptionOfType(ConfigurationException.class).isThrownBy(() -> Agent.builder("reakt").build())
                .withMessageContaining("react");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> Agent.builder("react").tools("calculater").build())
                .withMessageContaining("calculator");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> Agent.builder("react").parameters(Map.of("speed", "9")).build())
                .withMessageContaining("speed");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(
                        () -> Agent.builder("react").tools("think").toolParameters(Map.of("calculator.x", "1")).build())
                .withMessageContaining("calculator.x");
        assertThatExceptionOfType(ConfigurationException.class).isThrownBy(() -> Agent.builder("react").mostTurns(0));
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> Agent.builder("react").longest(Duration.ZERO));
        Tool one = new Tool("same", true, () -> "");
        Tool two = new Tool("same", true, () -> "");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> Agent.builder("react").tool(one).tool(two).build()).withMessageContaining("same");
    }

    @Test
    void tellsItsSettings() {
        try (Agent agent = Agent.builder("react").tools("think", "calculator").mostTurns(3)
                .longest(Duration.ofSeconds(90)).parameters(Map.of("protocol", "text")).build()) {
            assertThat(agent.settings())
                    .containsExactlyInAnyOrderEntriesOf(Map.of("agent", "react", "agent.protocol", "text",
                            "tools", "think,calculator", "max_turns", "3", "query_timeout", "PT1M30S"));
        }
    }
}
