package dev.ipw.opentelemetry;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.common.ComponentLoader;
import io.opentelemetry.context.Context;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

import static org.assertj.core.api.Assertions.assertThat;

/** Starts a program under the real OpenTelemetry Java agent with our extension; on its class path is nothing of ours but itself. */
@Tag("process")
@Tag("real-time")
@EnabledIfSystemProperty(named = "agent.extension", matches = ".+", disabledReason = "the jar is made by: mvn verify")
class AgentExtensionTests {
    private final ReceivedTelemetry received = new ReceivedTelemetry();

    AgentExtensionTests() throws IOException {}

    @AfterEach
    void stopCollector() {
        received.close();
    }

    @Test
    void putsJoulesOnTheSpansOfAProgramThatKnowsNothingOfThem() throws Exception {
        String output = run("estimate");

        assertThat(received.spans()).as(output).contains("gen_ai.operation.name", "ipw.energy.joules", "ESTIMATED",
                "AgentApplication.answer");
        assertThat(received.spans()).as("the call and the method around it")
                .containsPattern("(?s)ipw\\.energy\\.own_joules.*ipw\\.energy\\.own_joules");
        assertThat(received.metrics()).contains("hw.energy", "ipw.requests.tokens");
    }

    @Test
    void losesNoSpanWhereACollectorIsNotKnown() throws Exception {
        String output = run("nonsense");

        assertThat(received.spans()).as(output).contains("gen_ai.operation.name", "UNAVAILABLE", "'nonsense'");
        assertThat(output.lines().filter(line -> line.contains("'nonsense'"))).hasSize(1);
    }

    /** Runs the program to its end, and returns what it and the agent wrote. */
    private String run(String collectors) throws Exception {
        Path agent = place(Class.forName("io.opentelemetry.javaagent.OpenTelemetryAgent", false,
                AgentExtensionTests.class.getClassLoader()));
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-javaagent:" + agent));
        received.properties(Map.of("ipw.energy.enabled", "true", "ipw.energy.telemetry", collectors,
                "otel.javaagent.extensions", System.getProperty("agent.extension"),
                "otel.instrumentation.common.default-enabled", "false",
                "otel.instrumentation.opentelemetry-api.enabled", "true",
                "otel.instrumentation.methods.enabled", "true", "otel.instrumentation.methods.include",
                AgentApplication.class.getName() + "[answer]", "ipw.energy.spans", "AgentApplication.*"))
                .forEach((name, value) -> command.add("-D" + name + "=" + value));
        command.addAll(List.of("-cp", classPath(), AgentApplication.class.getName()));
        Process program = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(program.waitFor()).as(output).isZero();
        return output;
    }

    private static String classPath() throws URISyntaxException {
        List<Path> places = new ArrayList<>();
        for (Class<?> type : List.of(AgentApplication.class, OpenTelemetry.class, Context.class,
                ComponentLoader.class)) {
            places.add(place(type));
        }
        return places.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    private static Path place(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }
}
