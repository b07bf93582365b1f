package dev.ipw.meter.log;

import dev.ipw.energy.EnergySeries;
import dev.ipw.internal.io.Excerpt;
import dev.ipw.meter.MeasuredBlock;
import dev.ipw.meter.MeterBlock;
import dev.ipw.meter.RequestEvents;
import dev.ipw.meter.RequestFigures;
import dev.ipw.results.internal.meterlog.CounterChains;
import dev.ipw.results.internal.meterlog.LoggedEvents;
import dev.ipw.results.internal.meterlog.LoggedPart;
import dev.ipw.results.internal.meterlog.LoggedRequest;
import dev.ipw.results.internal.meterlog.LoggedShare;
import dev.ipw.results.internal.meterlog.MeterLogEntry;
import dev.ipw.results.internal.meterlog.MeterLogEntry.Begun;
import dev.ipw.results.internal.meterlog.MeterLogEntry.Label;
import dev.ipw.results.internal.meterlog.SeriesTracks;
import dev.ipw.results.internal.meterlog.TokenStamps;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The entries of a log for the blocks and requests of a meter. */
final class BlockEntries {
    private static final int MAX_FAILURE_CHARACTERS = 300;

    private BlockEntries() {}

    static MeterLogEntry.Block of(long number, MeasuredBlock facts, MeterBlock divided, int open, Begun process,
            SeriesTracks tracks, CounterChains chains) {
        List<LoggedPart> parts = new ArrayList<>();
        for (MeterBlock.DeviceBlock device : divided.devices()) {
            CounterChains.Link link = facts.devices().stream()
                    .filter(series -> series.device().name().equals(device.device())).findFirst()
                    .map(series -> chains.next(series, device.total(), facts.time(), limitWatts(facts, series)))
                    .orElse(CounterChains.Link.NONE);
            parts.add(new LoggedPart(device.device(), device.total(), device.requestsJoules(), device.idleJoules(),
                    device.otherJoules(), device.trust(), device.quality(),
                    facts.findings().getOrDefault(device.device(), List.of()),
                    Optional.ofNullable(facts.failures().get(device.device())), link.counterJoules(),
                    link.unmetered()));
        }
        return new MeterLogEntry.Block(number, process.micros(facts.time().startNanos()),
                process.micros(facts.time().endNanos()),
                tracks.take(facts.devices(), name -> watts(facts.limitWatts().get(name))),
                tracks.numbers(facts.devices()),
                facts.requests().stream().map(request -> events(request, process)).toList(), parts,
                divided.requests().stream().map(BlockEntries::share).toList(), labels(divided.requests()), open);
    }

    private static OptionalDouble limitWatts(MeasuredBlock facts, EnergySeries series) {
        return watts(facts.limitWatts().get(series.device().name()));
    }

    private static OptionalDouble watts(@Nullable Double watts) {
        return watts == null ? OptionalDouble.empty() : OptionalDouble.of(watts);
    }

    private static LoggedEvents events(RequestEvents request, Begun process) {
        Optional<LoggedEvents.Start> start = request.isNew()
                ? Optional.of(new LoggedEvents.Start(request.origin().model(), request.origin().tenant(),
                        request.origin().devices(), process.micros(request.startNanos()),
                        request.expectedInputTokens(), request.isReplicaUnknown()))
                : Optional.empty();
        return new LoggedEvents(request.id(), start, request.replica(),
                new TokenStamps(Arrays.stream(request.tokenNanos()).map(process::micros).toArray(), request.tokens()),
                request.inputTokens(), request.cachedTokens(),
                request.inputTokens().isPresent() ? process.micros(request.inputNanos()) : 0, request.isWhole(),
                request.endNanos().isPresent()
                        ? OptionalLong.of(process.micros(request.endNanos().getAsLong()))
                        : OptionalLong.empty(),
                request.outputTokens());
    }

    private static LoggedShare share(MeterBlock.RequestShare share) {
        return new LoggedShare(share.id(), share.energy().joules(), share.energy().lower(), share.energy().upper(),
                share.phases(), share.energy().reason());
    }

    private static List<Label> labels(List<MeterBlock.RequestShare> shares) {
        Map<List<String>, Label> labels = new LinkedHashMap<>();
        for (MeterBlock.RequestShare share : shares) {
            Label label = new Label(share.origin().model(), share.origin().tenant(), share.energy().joules().orElse(0),
                    share.phases().map(known -> known.prompt().joules()).orElse(0.0),
                    share.phases().map(known -> known.answer().joules()).orElse(0.0));
            labels.merge(List.of(label.model(), label.tenant()), label,
                    (sum, next) -> new Label(sum.model(), sum.tenant(), sum.joules() + next.joules(),
                            sum.promptJoules() + next.promptJoules(), sum.answerJoules() + next.answerJoules()));
        }
        return List.copyOf(labels.values());
    }

    static LoggedRequest of(RequestFigures request) {
        Instant started = request.started();
        return new LoggedRequest(request.id(), request.origin().model(), request.origin().tenant(),
                request.origin().devices(), TimeUnit.SECONDS.toNanos(started.getEpochSecond()) + started.getNano(),
                nanos(request.firstTokenIn()), nanos(request.duration()), request.status(),
                request.failure().map(text -> Excerpt.of(text, MAX_FAILURE_CHARACTERS)), request.tokens().input(),
                request.tokens().cached(), request.tokens().output(), request.tokens().reasoning(), request.energy(),
                request.phases(), request.fixedJoules(), request.trust());
    }

    private static OptionalLong nanos(Optional<Duration> time) {
        return time.isPresent() ? OptionalLong.of(time.get().toNanos()) : OptionalLong.empty();
    }
}
