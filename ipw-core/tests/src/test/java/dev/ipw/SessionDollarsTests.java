package dev.ipw;

import dev.ipw.cost.PriceList;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.ServingHost;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.QueryRunner;
import dev.ipw.query.QuerySession;
import dev.ipw.record.ProfilingRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** What an agent is told of the cost of its calls. */
class SessionDollarsTests {
    @TempDir
    Path folder;

    private final List<OptionalDouble> told = new CopyOnWriteArrayList<>();

    private ProfilerBuilder builder() {
        return Profiler.builder().client(new FakeClient(prompt -> "one two three", ServingHost.REMOTE))
                .dataset(new FakeDataset(List.of(DatasetRecord.of("q", "how?", "so")))).queryRunner(new AsksTwice())
                .measurement(how -> how.warmupQueries(0).idleSeconds(0).telemetry("none")).output(folder);
    }

    private ProfilingRecord record(ProfilerBuilder builder) throws InterruptedException {
        try (Profiler profiler = builder.build(); Stream<ProfilingRecord> records = profiler.run().records()) {
            return records.findFirst().orElseThrow();
        }
    }

    @Test
    void theyAreThoseOfTheRecord() throws InterruptedException, IOException {
        Path prices = Files.writeString(folder.resolve("prices.json"), """
                {"format": 1, "version": "1", "as_of": "2025-01-01", "prices": [{"provider": "me", "model": "fake:1b",
                 "valid_from": "2024-01-01", "source": "made up", "input_usd_per_million": 2,
                 "output_usd_per_million": 8, "reasoning_usd_per_million": 8, "cached_input_usd_per_million": 2}]}
                """);

        ProfilingRecord record = record(builder().cost(money -> money.prices(PriceList.read(prices))));

        double all = record.metrics().cost().tokensUsd().orElseThrow().doubleValue();
        assertThat(all).isPositive();
        assertThat(told.get(0)).hasValue(0);
        assertThat(told.get(1).orElseThrow()).isCloseTo(all / 2, within(1e-15));
        assertThat(told.get(2).orElseThrow()).isCloseTo(all, within(1e-15));
    }

    @Test
    void withoutAPriceTheyAreAbsent() throws InterruptedException {
        record(builder());

        assertThat(told.subList(1, 3)).allMatch(OptionalDouble::isEmpty);
    }

    private final class AsksTwice implements QueryRunner {
        @Override
        public QueryOutcome run(DatasetRecord question, QuerySession session) throws InterruptedException {
            told.add(session.dollars());
            for (int call = 0; call < 2; call++) {
                session.call(new InferenceRequest(session.opening(question), session.options(question)));
                told.add(session.dollars());
            }
            return session.finish();
        }
    }
}
