package dev.ipw;

import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.error.IpwException;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.load.Load;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
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
        return Profiler.builder().client(client).dataset(new Numbers())
                .measurement(how -> how.warmupQueries(1).idleSeconds(0).telemetry("none")).load(Load.concurrency(4))
                .evaluator((question, outcome) -> {
                    Thread.sleep(0, 200_000);
                    return new Evaluation(outcome.answer().startsWith(question.answer() + " ")
                            ? Verdict.CORRECT
                            : Verdict.INCORRECT, Optional.of(outcome.answer()), "by its number", Map.of());
                }).output(runs).storage(where -> where.runName(RUN).resume(resume))
                .plugins(known -> known.telemetrySource(new SteadySource())).build();
    }

    /** Start the program; its standard error goes to {@code err.txt} in the folder. */
    static Process start(Path runs, boolean resume, String... shell) throws IOException {
        return ProgramProcess.start(KillableProgram.class, runs, List.of(shell), String.valueOf(resume));
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
        Map<String, String> answers = new HashMap<>();
        for (String line : text.substring(0, text.lastIndexOf('\n') + 1).split("\n", -1)) {
            if (line.startsWith("{\"type\":\"called\"")) {
                answers.put(line.replaceAll(".*?\"query_id\":\"([^\"]*)\".*", "$1"),
                        line.replaceAll(".*?\"answer\":\"([^\"]*)\".*", "$1"));
            } else if (line.startsWith("{\"type\":\"finished\"")) {
                String id = line.replaceAll(".*?\"id\":\"([^\"]*)\".*", "$1");
                if (finished.put(id, answers.get(id)) != null) {
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
