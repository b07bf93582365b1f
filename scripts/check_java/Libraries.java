import dev.ipw.ProfileRun;
import dev.ipw.Profiler;
import dev.ipw.analysis.comparison.RunComparison;
import dev.ipw.energy.Provenance;
import dev.ipw.junit.fake.FakeTelemetrySource;
import dev.ipw.telemetry.CollectorSelection;
import dev.ipw.telemetry.Measured;
import dev.ipw.telemetry.TelemetrySession;
import java.nio.file.Path;
import java.util.Random;

/**
 * A program on the libraries alone: joules of this machine, estimated without a sensor; the embedded model, runs that are read
 * and compared. The joules of the runs are of a source of its own, to be the same everywhere.
 */
final class Libraries {
    private static final double WATTS = 40;

    public static void main(String[] arguments) throws InterruptedException {
        Path folder = Path.of(arguments[0]);
        try (TelemetrySession telemetry = TelemetrySession.builder()
                .collectors(CollectorSelection.auto().orEstimate()).open()) {
            Measured<Long> measured = telemetry.measure(() -> new Random(1).longs(20_000_000).sum());
            System.out.println("measured " + measured);
            telemetry.sensors().forEach(sensor -> System.out.println("sensor " + sensor.source()));
            if (measured.energy().provenance() == Provenance.UNAVAILABLE) {
                throw new IllegalStateException("no joules: " + measured.energy());
            }
        }
        ProfileRun first = profile(folder, "small");
        ProfileRun second = profile(folder, "medium");
        System.out.println("read " + first.dimension("output_tokens").length + " queries; accuracy "
                + first.efficiency().accuracy());
        System.out.println("energy " + first.efficiency().energyProvenance() + ": " + first.efficiency().energySource());
        RunComparison compared = first.comparedWith(second);
        System.out.println("compared " + compared.dimensions().size() + " dimensions over " + compared.pairs() + " pairs");
        System.out.println("ran on Java " + Runtime.version().feature());
    }

    private static ProfileRun profile(Path folder, String model) throws InterruptedException {
        try (Profiler profiler = Profiler.builder().client("embedded").model(model).dataset("arithmetic").maxQueries(20)
                .measurement(how -> how.telemetry("none").idleSeconds(0))
                .plugins(how -> how.telemetrySource(new FakeTelemetrySource(WATTS))).output(folder).build()) {
            return ProfileRun.open(profiler.run().path());
        }
    }
}
