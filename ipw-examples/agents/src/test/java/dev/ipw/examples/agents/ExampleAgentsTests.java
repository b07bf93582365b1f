package dev.ipw.examples.agents;

import dev.ipw.ProfileRun;
import dev.ipw.Profiler;
import dev.ipw.agents.Agent;
import dev.ipw.energy.EnergyReading;
import dev.ipw.junit.fake.FakeTelemetrySource;
import dev.ipw.load.Load;
import dev.ipw.query.ModelCall;
import dev.ipw.query.ToolSpan;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.record.QueryParts;
import dev.ipw.telemetry.TelemetrySession;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

@ResourceLock(Resources.SYSTEM_OUT)
@Tag("real-time")
class ExampleAgentsTests {
    private static final Path CLASSES = Path.of("target", "classes").toAbsolutePath();

    @TempDir
    Path folder;

    private ScriptedServer server;

    @BeforeEach
    void start() throws IOException {
        server = ScriptedServer.start();
        Files.writeString(folder.resolve("questions.jsonl"), """
                {"id": "a", "problem": "How many apples are there?", "answer": "12"}
                {"id": "b", "problem": "How many pears are there?", "answer": "30"}
                """);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void printsTheJoulesOfEachCallToolAndAgent() throws InterruptedException {
        PrintStream before = System.out;
        Heard bytes = new Heard();
        try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
                TelemetrySession telemetry = TelemetrySession.builder().discovery(false)
                        .source(new FakeTelemetrySource(100)).open()) {
            System.setOut(out);
            MeasureClerk.measure(telemetry, server.baseUrl(), "scripted", "How many pears are there?");
            bytes.await("agent clerk: ");
        } finally {
            System.setOut(before);
        }
        String printed = bytes.toString(StandardCharsets.UTF_8);
        assertThat(printed.lines().findFirst()).contains("30");
        assertThat(printed).containsPattern("chat scripted: \\S+ J \\[").containsPattern("tool stock: \\S+ J \\[")
                .containsPattern("agent clerk: \\S+ J \\[").contains("1 requests ");
        assertThat(printed.split("chat scripted: ", -1)).hasSize(3);
    }

    /** Keeps what is printed, and lets the test wait for it. */
    private static final class Heard extends ByteArrayOutputStream {
        @Override
        public synchronized void write(int one) {
            super.write(one);
            notifyAll();
        }

        @Override
        public synchronized void write(byte[] some, int from, int count) {
            super.write(some, from, count);
            notifyAll();
        }

        /** Wait until these words, and the rest of their line, were printed. */
        synchronized void await(String words) throws InterruptedException {
            String text = toString(StandardCharsets.UTF_8);
            while (!text.contains(words) || text.indexOf('\n', text.indexOf(words)) < 0) {
                wait();
                text = toString(StandardCharsets.UTF_8);
            }
        }
    }

    @Test
    @Tag("process")
    void profilesAnAgentOfLangChain4j() throws Exception {
        try (Agent agent = Agent.builder("clerk").build();
                Profiler profiler = Profiler.builder().client("openai")
                        .client(it -> it.baseUrl(server.baseUrl()).model("scripted"))
                        .dataset(folder.resolve("questions.jsonl").toString()).queryRunner(agent)
                        .evaluation(by -> by.evaluator("numeric")).load(Load.sequential())
                        .measurement(how -> how.warmupQueries(0).idleSeconds(0).telemetry("none").calibration(false))
                        .plugins(known -> known.telemetrySource(new FakeTelemetrySource(100)))
                        .output(folder.resolve("runs")).storage(where -> where.runName("clerk")).build()) {
            ProfileRun run = profiler.run();

            assertThat(run.records()).hasSize(2).allSatisfy(ExampleAgentsTests::assertPlayed);
        }
        String run = folder.resolve("runs").resolve("clerk").toString();
        assertThat(ipw("show", run, "a")).containsPattern("1 call +\\S+ +\\S+").containsPattern(" +stock +\\S+ +\\S+")
                .contains("in all");
        ipw("report", run);
        assertThat(Path.of(run, "report.html")).content().contains("stock");
    }

    private static void assertPlayed(ProfilingRecord record) {
        assertThat(record.outcome().failure()).isEmpty();
        assertThat(record.isCorrect()).contains(true);
        assertThat(record.outcome().calls()).extracting(ModelCall::number).containsExactly(1, 2);
        assertThat(record.outcome().tools()).extracting(ToolSpan::name).containsExactly("stock");
        assertThat(record.outcome().usage().output()).hasValue(16);
        QueryParts parts = record.metrics().parts().orElseThrow();
        double sum = joules(parts.idle()) + parts.calls().stream().mapToDouble(call -> joules(call.energy().headline()))
                .sum() + parts.tools().stream().mapToDouble(tool -> joules(tool.energy())).sum();
        double whole = joules(record.metrics().energy().headline());
        assertThat(whole).isPositive();
        assertThat(sum).isCloseTo(whole, within(1e-9 * whole));
    }

    private static double joules(EnergyReading reading) {
        return reading.joules().orElseThrow();
    }

    @Test
    @Tag("process")
    void loadsAgentsFromAPluginJar() throws Exception {
        Path jar = pluginJar();
        for (String agent : List.of("second-thoughts", "clerk")) {
            String ran = ipw("--plugins", jar.toString(), "run", "--agent", agent, "--tools", "none", "--client",
                    "openai", "--client-base-url", server.baseUrl(), "--model", "scripted", "--dataset",
                    folder.resolve("questions.jsonl").toString(), "--evaluator", "numeric", "--telemetry", "none",
                    "--idle-seconds", "0", "--output-dir", folder.resolve("runs").toString(), "--run-name", agent,
                    "--quiet");
            ProfileRun run = ProfileRun.open(folder.resolve("runs").resolve(agent));
            assertThat(run.records()).as(ran).hasSize(2).allSatisfy(record -> {
                assertThat(record.isCorrect()).contains(true);
                assertThat(record.outcome().calls()).hasSize(2);
            });
        }
    }

    /** Pack what a user would: the classes and the file by which they are found. */
    private Path pluginJar() throws IOException {
        Path jar = folder.resolve("agents.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.walk(CLASSES)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(new JarEntry(CLASSES.relativize(file).toString().replace(File.separatorChar, '/')));
                Files.copy(file, out);
            }
        }
        return jar;
    }

    /** Run the command in a process that has the framework on its class path, and the agents in the plugin jar alone. */
    private static String ipw(String... arguments) throws Exception {
        String path = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !Path.of(entry).toAbsolutePath().equals(CLASSES))
                .collect(Collectors.joining(File.pathSeparator));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp", path, "dev.ipw.cli.Main"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        return printed;
    }
}
