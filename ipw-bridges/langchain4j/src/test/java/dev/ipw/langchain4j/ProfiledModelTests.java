package dev.ipw.langchain4j;

import dev.ipw.ProfileRun;
import dev.ipw.Profiler;
import dev.ipw.inference.ServingHost;
import dev.ipw.junit.fake.FakeTelemetrySource;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("real-time")
class ProfiledModelTests {
    @Test
    void profilesAStreamingModelOfLangChain4j(@TempDir Path folder) throws Exception {
        try (ServedModel served = new ServedModel();
                Profiler profiler = Profiler.builder()
                        .client(LangChain4jClient.of(served.streaming(), served.name(), ServingHost.LOCAL))
                        .dataset("arithmetic").maxQueries(3)
                        .measurement(how -> how.telemetry("none").warmupQueries(0).idleSeconds(0).calibration(false))
                        .plugins(what -> what.telemetrySource(new FakeTelemetrySource(50))).output(folder).build()) {
            ProfileRun run = profiler.run();

            assertThat(run.records()).hasSize(3).allSatisfy(one -> {
                assertThat(one.model()).isEqualTo(served.name());
                assertThat(one.outcome().failure()).isEmpty();
                assertThat(one.outcome().usage().output()).isPresent();
                assertThat(one.outcome().timeline().firstTokenNanos()).isPresent();
            });
        }
    }
}
