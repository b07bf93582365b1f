package dev.ipw.results.internal.meterlog;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.attribution.PhaseJoules;
import dev.ipw.energy.attribution.ShareTrust;
import dev.ipw.internal.tree.TreeReader;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Drawn entries, written as lines and read back. */
class MeterLogCodecTests {
    private static String line(MeterLogEntry entry) {
        return new String(MeterLogLine.of(entry), StandardCharsets.UTF_8);
    }

    private static MeterLogEntry read(String line) {
        return TreeReader.ofJson("line", line).as(MeterLogCodec::fromTree);
    }

    private static Optional<PhaseJoules> phases(Random random) {
        return random.nextInt(4) == 0
                ? Optional.empty()
                : Optional.of(new PhaseJoules(part(random), part(random)));
    }

    private static PhaseJoules.Part part(Random random) {
        double joules = 100 * random.nextDouble();
        return new PhaseJoules.Part(joules, joules * random.nextDouble(), joules * (1 + random.nextDouble()));
    }

    private static EnergyReading energy(Random random) {
        double joules = 100 * random.nextDouble();
        return random.nextInt(4) == 0
                ? EnergyReading.unavailable(Scope.GPU, "gpu0", "not read")
                : EnergyReading.of(joules, joules / 2, 2 * joules, Provenance.ESTIMATED, Scope.GPU, "gpu0",
                        EnumSet.of(EnergyFlag.ATTRIBUTED));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void readsRequestsWithTheirPhasesBack(long seed) {
        Random random = new Random(seed);
        LoggedRequest request = new LoggedRequest("id", "model", "tenant", Set.of("gpu0"), 1_790_000_000_000_000_000L,
                OptionalLong.of(random.nextInt(1000)), OptionalLong.of(5_000), OptionalInt.of(200),
                random.nextBoolean() ? Optional.of("the answer broke off") : Optional.empty(), OptionalLong.of(9),
                OptionalLong.empty(), OptionalLong.of(0), OptionalLong.empty(), energy(random), phases(random),
                OptionalDouble.of(random.nextDouble()), ShareTrust.TRUSTED);
        String line = line(request);
        assertThat(read(line)).isEqualTo(request);
        for (String key : List.of("prompt", "prompt_low", "prompt_high", "answer", "answer_low", "answer_high")) {
            assertThat(line.contains("\"" + key + "\":")).as(key).isEqualTo(request.phases().isPresent());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void readsSharesAndDevicesOfABlockBack(long seed) {
        Random random = new Random(seed);
        EnergyReading share = energy(random);
        LoggedPart part = new LoggedPart("gpu0", energy(random), 1, 2, 3, ShareTrust.FLAGGED, OptionalDouble.of(0.1),
                List.of(), random.nextBoolean() ? Optional.of("a defect") : Optional.empty(), OptionalDouble.of(7),
                random.nextBoolean()
                        ? Optional.of(new LoggedPart.Unmetered(OptionalDouble.empty(), 4, "no meter ran"))
                        : Optional.empty());
        MeterLogEntry.Block block = new MeterLogEntry.Block(seed, 10, 20, List.of(), List.of(0), List.of(),
                List.of(part), List.of(new LoggedShare("id", share.joules(), share.lower(), share.upper(),
                        phases(random), share.reason())),
                List.of(new MeterLogEntry.Label("m", "t", 1, 2, 3)), 1);
        assertThat(read(line(block))).isEqualTo(block);
    }
}
