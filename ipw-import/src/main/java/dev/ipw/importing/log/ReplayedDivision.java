package dev.ipw.importing.log;

import dev.ipw.energy.EnergyFinding;
import dev.ipw.energy.EnergySeries;
import dev.ipw.results.internal.meterlog.LoggedEvents;
import dev.ipw.results.internal.meterlog.MeterLogEntry.Begun;
import dev.ipw.results.internal.meterlog.MeterLogEntry.Block;
import dev.ipw.results.internal.meterlog.SeriesCopies;
import dev.ipw.telemetry.internal.stream.StreamedBlock;
import dev.ipw.telemetry.internal.stream.StreamedDivision;
import dev.ipw.telemetry.internal.stream.StreamedRequest;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The division of a process's blocks again, each from what the meter knew when it divided it. */
final class ReplayedDivision {
    private final Begun process;
    private final SeriesCopies copies = new SeriesCopies();
    private final Map<String, StreamedRequest> open = new LinkedHashMap<>();
    private final Map<String, List<EnergyFinding>> findings = new HashMap<>();
    private List<EnergySeries> devices = List.of();
    private StreamedDivision division;
    private long unknownEvents;

    ReplayedDivision(Begun process, Block first) {
        this.process = process;
        division = begin(first);
    }

    private StreamedDivision begin(Block first) {
        return new StreamedDivision(() -> devices,
                (series, span) -> findings.getOrDefault(series.device().name(), List.of()), copies::limitWatts,
                process.nanoTime(first.fromMicros()));
    }

    /** Begins anew with a block, because those before it are missing. */
    void beginAgain(Block first) {
        division = begin(first);
        open.values().forEach(division::add);
    }

    StreamedBlock divide(Block block) {
        copies.add(block.readings());
        devices = copies.of(block.devices());
        findings.clear();
        block.parts().forEach(part -> findings.put(part.device(), part.findings()));
        block.events().forEach(this::add);
        // A failure then may not happen now.
        Map<String, String> failures = new HashMap<>();
        block.parts().forEach(part -> part.failure().ifPresent(reason -> failures.put(part.device(), reason)));
        StreamedBlock divided = division.divide(process.nanoTime(block.toMicros()),
                device -> Optional.ofNullable(failures.get(device)));
        divided.shares().forEach(share -> {
            if (share.isLast()) {
                open.remove(share.request().id());
            }
        });
        return divided;
    }

    private void add(LoggedEvents events) {
        events.start().ifPresent(start -> {
            StreamedRequest started = new StreamedRequest(events.id(), process.nanoTime(start.startMicros()),
                    start.devices(), start.expectedInputTokens(), start.isReplicaUnknown());
            open.put(events.id(), started);
            division.add(started);
        });
        StreamedRequest request = open.get(events.id());
        if (request == null) {
            unknownEvents++;
            return;
        }
        events.replica().ifPresent(request::serveBy);
        if (events.isWhole()) {
            request.expectWhole();
        }
        events.inputTokens().ifPresent(input -> request.countInput(input, events.cachedTokens(),
                process.nanoTime(events.inputMicros())));
        for (int i = 0; i < events.stamps().micros().length; i++) {
            request.addTokens(process.nanoTime(events.stamps().micros()[i]), events.stamps().tokens()[i]);
        }
        events.endMicros().ifPresent(end -> request.end(process.nanoTime(end), events.outputTokens()));
    }

    /** Returns the number of events of unknown requests since the last call. */
    long takeUnknownEvents() {
        long taken = unknownEvents;
        unknownEvents = 0;
        return taken;
    }
}
