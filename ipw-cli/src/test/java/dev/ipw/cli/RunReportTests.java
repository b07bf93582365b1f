package dev.ipw.cli;

import dev.ipw.ProfileRun;
import dev.ipw.Profiler;
import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.energy.Scope;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.ServingHost;
import dev.ipw.inference.TokenUsage;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Reports runs on a card that draws 100 W. */
@Timeout(60)
class RunReportTests {
    private static final int QUESTIONS = 8;

    @TempDir
    Path runs;

    @Test
    void saysNothingOfCoverageIfAllIsCovered() throws InterruptedException {
        RunReport report = new RunReport(run(QUESTIONS));
        assertThat(report.coverage().hasHoles()).isFalse();
        assertThat(report.text(300)).contains("J in all, between").doesNotContain("of 8 queries", "as far as");
        assertThat(tree(report).child("energy").child("coverage").whole("with_energy")).isEqualTo(QUESTIONS);
    }

    @Test
    void saysOfHowManyQueriesTheJoulesAreKnownAndWhyOfTheOthersNot() throws InterruptedException {
        RunReport report = new RunReport(run(5));
        EnergyCoverage coverage = report.coverage();
        assertThat(coverage.hasHoles()).isTrue();
        assertThat(coverage.complete()).isEqualTo(5);
        assertThat(coverage.text()).startsWith("5 of 8 queries; ")
                .contains("without: the card's counter: the sensor was lost: it fell off its bus");
        assertThat(report.text(1000)).containsPattern("Energy +MEASURED, gpu: [\\d.]+ J as far as they were read")
                .contains(coverage.text()).containsPattern("IPJ .* over 5 of 8 queries\n")
                .contains("IPW                  - (the sensors do not cover the whole run");
        TreeReader energy = tree(report).child("energy");
        assertThat(energy.child("coverage").whole("with_energy")).isEqualTo(5);
        assertThat(energy.child("coverage").texts("reasons")).singleElement().asString().contains("fell off its bus");
        assertThat(energy.texts("device_flags")).contains("PARTIAL");
    }

    @Test
    void saysWhyThereIsNoEnergyAtAll() throws InterruptedException {
        RunReport report = new RunReport(run(0));
        assertThat(report.text(1000)).containsPattern("Energy +unavailable: .*it fell off its bus");
    }

    private static TreeReader tree(RunReport report) {
        return TreeReader.ofJson("report", report.tree().json());
    }

    /** Ask all questions, and lose the card before one of them. */
    private ProfileRun run(int covered) throws InterruptedException {
        Card card = new Card();
        Dataset questions = new Questions(IntStream.range(0, QUESTIONS)
                .mapToObj(number -> DatasetRecord.of("id-" + number, "question " + number, "yes")).toList());
        try (Profiler profiler = Profiler.builder().client(new Answers(card, covered)).dataset(questions)
                .evaluator((question, answer) -> new Evaluation(Verdict.CORRECT, Optional.of(answer), "", Map.of()))
                .warmupQueries(0).telemetry("none").telemetrySource(card).output(runs).build()) {
            return profiler.run();
        }
    }

    private record Questions(List<DatasetRecord> list) implements Dataset {
        @Override
        public String id() {
            return "questions";
        }

        @Override
        public Stream<DatasetRecord> records() {
            return list.stream();
        }
    }

    /** Answers once the card has been read some more. */
    private static final class Answers implements InferenceClient {
        private final Card card;
        private final int covered;
        private int asked;

        Answers(Card card, int covered) {
            this.card = card;
            this.covered = covered;
        }

        @Override
        public ClientInfo describe() {
            return new ClientInfo("answers", "answers", Optional.empty(), ServingHost.LOCAL, Map.of());
        }

        @Override
        public InferenceResponse infer(InferenceRequest request, ResponseSink sink) throws InterruptedException {
            if (asked == covered) {
                // What the question before used is known once the card has been read again.
                card.awaitReadings(3);
                card.lose();
            }
            asked++;
            sink.sent(System.nanoTime());
            card.awaitReadings(10);
            sink.ended(System.nanoTime());
            return InferenceResponse.of("yes", TokenUsage.absent());
        }
    }

    private static final class Card implements TelemetrySource {
        private final Sensor sensor = Sensor.energyCounter("card", Scope.GPU, "the card's counter", 1e-3,
                OptionalLong.empty());
        private final CountDownLatch readAfterLoss = new CountDownLatch(1);
        private volatile boolean lost;
        private int readings;

        void lose() throws InterruptedException {
            lost = true;
            readAfterLoss.await();
        }

        synchronized void awaitReadings(int more) throws InterruptedException {
            int until = readings + more;
            while (readings < until) {
                wait();
            }
        }

        @Override
        public String id() {
            return "card";
        }

        @Override
        public List<Sensor> sensors() {
            return List.of(sensor);
        }

        @Override
        public Duration period() {
            return Duration.ofMillis(2);
        }

        @Override
        public synchronized void sample(SampleSink sink) {
            readings++;
            notifyAll();
            if (lost) {
                sink.lost(0, "it fell off its bus");
                readAfterLoss.countDown();
            } else {
                sink.counter(0, System.nanoTime() / 10_000);
            }
        }

        @Override
        public void close() {}
    }
}
