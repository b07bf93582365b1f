package dev.ipw;

import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.error.IpwException;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.profile.Load;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Profiles in a process of its own, so that tests can kill it. No two answers are alike, so that it shows whether a record
 * was asked again.
 */
final class KillableProgram {
    static final int QUESTIONS = 300;
    static final String RUN = "killed";

    private KillableProgram() {}

    /** Take the folder of the runs, and whether to resume. */
    public static void main(String[] arguments) throws InterruptedException {
        try (Profiler profiler = profiler(Path.of(arguments[0]), Boolean.parseBoolean(arguments[1]))) {
            profiler.run();
        } catch (IpwException told) {
            System.err.println(told.getMessage());
            System.exit(1);
        }
    }

    static Profiler profiler(Path runs, boolean resume) {
        FakeClient client = new FakeClient(prompt -> {
            Thread.sleep(1);
            return prompt.replaceAll("\\D+", "") + " at " + System.nanoTime();
        });
        return Profiler.builder().client(client).dataset(new Numbers()).warmupQueries(1).load(Load.concurrency(4))
                .evaluator((question, answer) -> {
                    Thread.sleep(0, 200_000);
                    return new Evaluation(answer.startsWith(question.answer() + " ")
                            ? Verdict.CORRECT
                            : Verdict.INCORRECT, Optional.of(answer), "by its number", Map.of());
                }).output(runs).runName(RUN).resume(resume).idleSeconds(0).telemetry("none")
                .telemetrySource(new SteadySource()).build();
    }

    /** Start the program; its standard error goes to {@code err.txt} in the folder. */
    static Process start(Path runs, boolean resume, String... shell) throws IOException {
        List<String> java = List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xshare:auto",
                "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-cp", classPath(), KillableProgram.class.getName(),
                runs.toString(), String.valueOf(resume));
        List<String> command = new ArrayList<>(List.of(shell));
        command.addAll(java);
        return new ProcessBuilder(command).redirectError(runs.resolve("err.txt").toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    }

    private static String classPath() {
        String separator = System.getProperty("path.separator");
        return Stream.of("target/classes", "target/test-classes", System.getProperty("jdk.module.path", ""),
                System.getProperty("java.class.path", "")).filter(part -> !part.isEmpty())
                .reduce((one, other) -> one + separator + other).orElseThrow();
    }

    static Path journal(Path runs) {
        return runs.resolve(RUN).resolve("journal.jsonl");
    }

    /** Read the whole lines that tell of a finished request, by the record's id. */
    static Map<String, String> finished(Path runs) throws IOException {
        Map<String, String> finished = new LinkedHashMap<>();
        if (!Files.exists(journal(runs))) {
            return finished;
        }
        String text = Files.readString(journal(runs));
        for (String line : text.substring(0, text.lastIndexOf('\n') + 1).split("\n", -1)) {
            if (line.startsWith("{\"type\":\"finished\"")) {
                String id = line.replaceAll(".*\"record_id\":\"([^\"]*)\".*", "$1");
                String answer = line.replaceAll(".*\"record_id\":\"[^\"]*\",\"answer\":\"([^\"]*)\".*", "$1");
                if (finished.put(id, answer) != null) {
                    throw new IllegalStateException(id + " was asked twice");
                }
            }
        }
        return finished;
    }

    private static final class Numbers implements Dataset {
        @Override
        public String id() {
            return "numbers";
        }

        @Override
        public Stream<DatasetRecord> records() {
            return IntStream.range(0, QUESTIONS)
                    .mapToObj(number -> DatasetRecord.of("id-" + number, "question " + number, "" + number));
        }
    }
}
