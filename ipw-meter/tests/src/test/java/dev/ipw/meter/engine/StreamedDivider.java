package dev.ipw.meter.engine;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.EnergySeries;
import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.attribution.PhaseJoules;
import dev.ipw.energy.internal.CounterRecorder;
import dev.ipw.energy.internal.EnergyRecorder;
import dev.ipw.energy.internal.PowerRecorder;
import dev.ipw.meter.engine.EngineProfile.Sensing;
import dev.ipw.meter.engine.EngineRun.SeenRequest;
import dev.ipw.telemetry.internal.stream.StreamedBlock;
import dev.ipw.telemetry.internal.stream.StreamedDivision;
import dev.ipw.telemetry.internal.stream.StreamedRequest;
import dev.ipw.telemetry.internal.stream.StreamedShare;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The division of the meter, fed as it would be live: readings and events arrive in the order of their times, and each
 * block of five seconds is divided once the sensor has shown its joules. A reading is taken each fifth of the sensor's
 * step. The prompt's tokens are an estimate until the end, within a third of the count. The tokens of chunks are counted
 * in runs with odd seeds; in others they are estimates within half of the count, as by the length of their text.
 */
final class StreamedDivider implements RequestDivider {
    private static final long BLOCK_NANOS = 5_000_000_000L;
    private static final long READING_NANOS = 20_000;
    private static final int READINGS_PER_STEP = 5;
    private static final double JOULES_PER_COUNT = 1e-3;

    @Override
    public Division divide(EngineRun run) {
        Feed feed = new Feed(run);
        StreamedDivision division = new StreamedDivision(() -> feed.series, EngineRun.START_NANOS);
        Sensing sensing = run.engine().profile().sensor();
        long settleNanos = 2 * sensing.stepNanos() + 3 * feed.periodNanos + sensing.longestLagNanos();
        Sums sums = new Sums();
        boolean isOver = false;
        for (long until = EngineRun.START_NANOS + BLOCK_NANOS; !isOver; until += BLOCK_NANOS) {
            isOver = until >= run.endNanos();
            feed.upTo(until + settleNanos, division);
            sums.add(division.divide(until));
        }
        return sums.division(division.dividedNanos());
    }

    /** The events and readings of a run, in the order of their times. */
    private static final class Feed {
        private final EngineRun run;
        private final long periodNanos;
        private final List<EnergyRecorder> recorders = new ArrayList<>();
        private final List<EnergySeries> series = new ArrayList<>();
        private final List<Event> events = new ArrayList<>();
        private long nextReading;
        private int nextEvent;

        private record Event(long nanos, Runnable action) {}

        Feed(EngineRun run) {
            this.run = run;
            Sensing sensing = run.engine().profile().sensor();
            periodNanos = sensing.stepNanos() / READINGS_PER_STEP;
            nextReading = EngineRun.START_NANOS - BLOCK_NANOS / 2;
            for (int i = 0; i < run.sensors().size(); i++) {
                MeteredDevice device = new MeteredDevice("gpu-" + i, Scope.GPU,
                        sensing.showsPower() ? Provenance.INTEGRATED : Provenance.MEASURED, "scripted engine",
                        periodNanos, 0, sensing.showsPower() ? sensing.averagingNanos() : 0);
                EnergyRecorder recorder = sensing.showsPower()
                        ? new PowerRecorder(device)
                        : new CounterRecorder(device, JOULES_PER_COUNT, OptionalLong.empty(), OptionalDouble.empty());
                recorders.add(recorder);
                series.add(recorder.series());
            }
        }

        /** Feeds everything up to a moment. The first call also lists the events. */
        void upTo(long untilNanos, StreamedDivision division) {
            if (events.isEmpty()) {
                Draw draw = new Draw(run.seed());
                run.requests().forEach(request -> list(request, draw, division));
                events.sort(Comparator.comparingLong(Event::nanos));
            }
            for (; nextReading <= untilNanos; nextReading += periodNanos) {
                for (int i = 0; i < recorders.size(); i++) {
                    read(recorders.get(i), run.sensors().get(i));
                }
            }
            while (nextEvent < events.size() && events.get(nextEvent).nanos() <= untilNanos) {
                events.get(nextEvent++).action().run();
            }
        }

        private void read(EnergyRecorder recorder, SensorReadings sensor) {
            long after = nextReading + READING_NANOS;
            switch (recorder) {
                case CounterRecorder counter -> counter.record(nextReading, after, sensor.millijoulesAt(nextReading));
                case PowerRecorder power -> power.record(nextReading, after, sensor.wattsAt(nextReading));
                default -> throw new IllegalStateException("There is no other recorder");
            }
        }

        private void list(SeenRequest seen, Draw draw, StreamedDivision division) {
            EngineRequest request = seen.request();
            double expected = request.promptTokens() * draw.between(0.7, 1.3);
            boolean isRough = run.seed() % 2 == 0;
            StreamedRequest streamed = new StreamedRequest(request.id(), seen.startNanos(), Set.of(), expected);
            events.add(new Event(seen.startNanos(), () -> division.add(streamed)));
            for (int i = 0; i < seen.chunkNanos().length && request.isStreamed(); i++) {
                long nanos = seen.chunkNanos()[i];
                double tokens = seen.chunkTokens()[i] * (isRough ? draw.between(0.5, 1.5) : 1);
                events.add(new Event(nanos, () -> streamed.addTokens(nanos, tokens)));
            }
            events.add(new Event(seen.endNanos(), () -> {
                streamed.countInput(request.promptTokens(), seen.cached().orElse(0));
                streamed.end(seen.endNanos(), OptionalLong.of(request.answerTokens()));
            }));
        }
    }

    /** The sums over the blocks. */
    private static final class Sums {
        private final Map<String, List<StreamedShare>> shares = new HashMap<>();
        private double totalJoules;
        private double idleJoules;
        private double otherJoules;

        void add(StreamedBlock block) {
            for (StreamedBlock.Device device : block.devices()) {
                totalJoules += device.total().joules().orElse(0);
                idleJoules += device.idleJoules();
                otherJoules += device.otherJoules();
            }
            for (StreamedShare share : block.shares()) {
                shares.computeIfAbsent(share.request().id(), unknown -> new ArrayList<>()).add(share);
            }
        }

        Division division(long endNanos) {
            Map<String, Divided> requests = new HashMap<>();
            shares.forEach((id, parts) -> {
                StreamedShare sum = parts.stream().reduce(StreamedShare::plus).orElseThrow();
                EnergyReading energy = parts.stream().map(StreamedShare::energy).reduce(EnergyReading::plus)
                        .orElseThrow();
                if (energy.isAvailable()) {
                    requests.put(id, new Divided(energy.joules().orElseThrow(), energy.lower().orElseThrow(),
                            energy.upper().orElseThrow(), sum.isLast(), sum.trust().label(),
                            sum.phases().map(PhaseJoules::prompt)));
                }
            });
            return new Division(endNanos, requests, totalJoules, idleJoules, otherJoules);
        }
    }
}
