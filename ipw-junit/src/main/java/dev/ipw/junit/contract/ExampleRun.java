package dev.ipw.junit.contract;

import dev.ipw.ProfileRun;
import dev.ipw.Profiler;
import dev.ipw.junit.fake.FakeInferenceClient;
import dev.ipw.junit.fake.FakeTelemetrySource;
import java.nio.file.Path;

/** The example run that contracts pass to plugins. */
final class ExampleRun {
    private static final int QUESTIONS = 20;
    private static final double WATTS = 50;

    private ExampleRun() {}

    /** Runs a model that answers every third question correctly, on a machine of constant power. */
    static ProfileRun in(Path folder) throws InterruptedException {
        try (Profiler profiler = Profiler.builder()
                .client(FakeInferenceClient.answering(prompt -> prompt.length() % 3 == 0 ? "4" : "It is about 17."))
                .dataset("starter").maxQueries(QUESTIONS)
                .measurement(how -> how.telemetry("none").warmupQueries(0).idleSeconds(0).calibration(false))
                .plugins(what -> what.telemetrySource(new FakeTelemetrySource(WATTS))).output(folder).build()) {
            return profiler.run();
        }
    }
}
