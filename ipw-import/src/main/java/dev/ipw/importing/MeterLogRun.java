package dev.ipw.importing;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.energy.DeviceEnergy;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.attribution.EnergyBreakdown;
import dev.ipw.error.InputException;
import dev.ipw.evaluation.internal.Evaluators;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.ServerTimings;
import dev.ipw.inference.TokenUsage;
import dev.ipw.query.ModelCall;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.RequestFailure;
import dev.ipw.record.EnergyMetrics;
import dev.ipw.record.ImportedMeasurements;
import dev.ipw.record.PowerMetrics;
import dev.ipw.results.internal.meterlog.LoggedEvents;
import dev.ipw.results.internal.meterlog.LoggedPart;
import dev.ipw.results.internal.meterlog.LoggedRequest;
import dev.ipw.results.internal.meterlog.LoggedShare;
import dev.ipw.results.internal.meterlog.MeterLogEntry;
import dev.ipw.results.internal.meterlog.MeterLogEntry.Begun;
import dev.ipw.results.internal.meterlog.MeterLogEntry.Block;
import dev.ipw.results.internal.meterlog.MeterLogEntry.Segment;
import dev.ipw.results.internal.meterlog.MeterLogHistory;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * A reader of the requests of one model in the log of {@code ipw meter}. The figures are those that the meter gave. A
 * request that was open when the meter was killed has the joules that were divided up to then.
 */
final class MeterLogRun implements ImportedRun {
    static final String ID = "meter";
    private static final String SOURCE = "shares of a meter";
    private static final String DEFINITIONS = "times are those of the meter in front of the server: from the send to "
            + "each chunk of the answer; tokens are counted by the server; joules are the meter's shares, final when they "
            + "were logged";
    private static final String NOTE = "imported from the log of a meter, which divided the joules of the server's devices";
    private static final int MAX_OPEN = 1 << 20;

    private final Path folder;
    private final String model;
    private final MeterLogHistory history;
    private final Map<String, Open> open = new LinkedHashMap<>();
    private final Deque<ImportedRequest> ready = new ArrayDeque<>();
    private final Set<String> devices = new LinkedHashSet<>();
    private Set<Scope> scopes = Set.of(Scope.GPU);
    private final Set<String> unwritten = new LinkedHashSet<>();
    private Optional<Begun> process = Optional.empty();
    private long firstMissing;
    private long interrupted;
    private long lostBlocks;
    private long block;

    private MeterLogRun(Path folder, String model) {
        this.folder = folder;
        this.model = model;
        history = MeterLogHistory.open(folder);
    }

    /** A request that is not final yet. */
    private static final class Open {
        private final LoggedEvents.Start start;
        private final long startEpochNanos;
        private final List<long[]> stamps = new ArrayList<>();
        private double joules;
        private double lower;
        private double upper;
        private boolean isPartlyUnknown;
        private long lastEpochNanos;
        private OptionalLong inputTokens = OptionalLong.empty();
        private OptionalLong outputTokens = OptionalLong.empty();

        Open(LoggedEvents.Start start, long startEpochNanos) {
            this.start = start;
            this.startEpochNanos = startEpochNanos;
            lastEpochNanos = startEpochNanos;
        }

        void add(LoggedEvents events, Begun process) {
            stamps.add(LongStream.of(events.stamps().micros()).map(process::epochNanos).toArray());
            inputTokens = events.inputTokens().isPresent() ? events.inputTokens() : inputTokens;
            outputTokens = events.outputTokens().isPresent() ? events.outputTokens() : outputTokens;
        }

        void add(LoggedShare share) {
            joules += share.joules().orElse(0);
            lower += share.lower().orElse(0);
            upper += share.upper().orElse(0);
            isPartlyUnknown |= share.joules().isEmpty();
        }

        long[] chunks() {
            return stamps.stream().flatMapToLong(LongStream::of).toArray();
        }
    }

    /** Finds the runs of a log, one for each model. */
    static List<ImportableRun> runs(Path folder) {
        Set<String> models = new LinkedHashSet<>();
        try (MeterLogHistory history = MeterLogHistory.open(folder)) {
            for (Optional<MeterLogEntry> entry = history.next(); entry.isPresent(); entry = history.next()) {
                if (entry.get() instanceof LoggedRequest request) {
                    models.add(request.model());
                } else if (entry.get() instanceof Block one) {
                    one.events().forEach(events -> events.start().ifPresent(start -> models.add(start.model())));
                }
            }
        }
        if (models.isEmpty()) {
            throw new InputException(folder.toAbsolutePath()
                    + " is the log of a meter without any request, so there is nothing to import");
        }
        return models.stream().map(model -> RunFiles.one(name(model), () -> new MeterLogRun(folder, model))).toList();
    }

    private static String name(String model) {
        String name = model.replaceAll("[^A-Za-z0-9._-]+", "_");
        return name.isEmpty() ? RunOrigin.UNKNOWN : name;
    }

    @Override
    public RunOrigin origin() {
        return RunOrigin.builder(ID, folder).model(Optional.of(model)).definitions(DEFINITIONS).energyNote(NOTE)
                .build();
    }

    @Override
    public Optional<ImportedRequest> next() {
        while (ready.isEmpty()) {
            Optional<MeterLogEntry> entry = history.next();
            if (entry.isEmpty()) {
                return Optional.empty();
            }
            take(entry.get());
        }
        return Optional.of(ready.remove());
    }

    private void take(MeterLogEntry entry) {
        switch (entry) {
            case Segment segment -> {
                if (process.isEmpty() && segment.totals().blocks() > 0) {
                    firstMissing = segment.totals().blocks();
                    block = firstMissing;
                }
                process = segment.process().or(() -> process);
                segment.lost().ifPresent(lost -> unwritten.add("The meter's log could not be written for a time: "
                        + lost.reason()));
            }
            case Begun begun -> {
                process = Optional.of(begun);
                open.forEach(this::interrupt);
                open.clear();
            }
            case Block one -> process.ifPresent(begun -> take(one, begun));
            case LoggedRequest request -> {
                Open known = open.remove(request.id());
                if (request.model().equals(model)) {
                    ready.add(request(request, known == null ? new long[0] : known.chunks()));
                }
            }
        }
    }

    private void take(Block one, Begun begun) {
        lostBlocks += one.number() - block - 1;
        block = one.number();
        for (LoggedPart part : one.parts()) {
            devices.add(part.device());
        }
        Set<Scope> all = new HashSet<>();
        one.parts().forEach(part -> all.addAll(part.total().scopes()));
        scopes = all.isEmpty() ? scopes : Set.copyOf(all);
        for (LoggedEvents events : one.events()) {
            events.start().filter(start -> start.model().equals(model) && open.size() < MAX_OPEN)
                    .ifPresent(start -> open.put(events.id(), new Open(start, begun.epochNanos(start.startMicros()))));
            Optional.ofNullable(open.get(events.id())).ifPresent(known -> known.add(events, begun));
        }
        for (LoggedShare share : one.shares()) {
            Optional.ofNullable(open.get(share.id())).ifPresent(known -> known.add(share));
        }
        open.values().forEach(known -> known.lastEpochNanos = Math.max(known.lastEpochNanos,
                begun.epochNanos(one.toMicros())));
    }

    private ImportedRequest request(LoggedRequest request, long[] chunks) {
        long start = request.startedEpochNanos();
        long last = chunks.length > 0 ? chunks[chunks.length - 1] : start;
        long end = Math.max(last, start + request.durationNanos().orElse(0));
        TokenUsage usage = request.inputTokens().isEmpty() && request.outputTokens().isEmpty()
                ? TokenUsage.absent()
                : new TokenUsage(request.inputTokens(), request.outputTokens(),
                        RequestTokens.sum(request.inputTokens(), request.outputTokens()), request.cachedTokens(),
                        request.reasoningTokens(), TokenUsage.Source.SERVER);
        OptionalLong first = request.firstTokenNanos().isPresent()
                ? OptionalLong.of(start + request.firstTokenNanos().getAsLong())
                : OptionalLong.empty();
        Optional<RequestFailure> failure = request.failure()
                .map(message -> BenchmarkToolFailure.of(message, status(request)));
        return imported(request.id(), request.tenant(), usage, timeline(start, first, end, chunks), failure,
                request.energy(), EnergyBreakdown.ofPhases(request.phases()));
    }

    private static OptionalLong status(LoggedRequest request) {
        return request.status().isPresent()
                ? OptionalLong.of(request.status().getAsInt())
                : OptionalLong.empty();
    }

    private void interrupt(String id, Open request) {
        interrupted++;
        long[] chunks = request.chunks();
        long end = Math.max(request.lastEpochNanos, chunks.length > 0 ? chunks[chunks.length - 1] : 0);
        EnergyReading energy = request.isPartlyUnknown
                ? new EnergyReading(OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty(),
                        Provenance.UNAVAILABLE, scopes, SOURCE, Set.of(),
                        Optional.of("part of its joules was not known before the meter ended"))
                : new EnergyReading(OptionalDouble.of(request.joules),
                        OptionalDouble.of(Math.min(request.lower, request.joules)),
                        OptionalDouble.of(Math.max(request.upper, request.joules)), Provenance.ESTIMATED, scopes,
                        SOURCE, EnumSet.of(EnergyFlag.ATTRIBUTED, EnergyFlag.PARTIAL), Optional.empty());
        ready.add(imported(id, request.start.tenant(), new TokenUsage(request.inputTokens,
                request.outputTokens, RequestTokens.sum(request.inputTokens, request.outputTokens),
                OptionalLong.empty(), OptionalLong.empty(), TokenUsage.Source.SERVER),
                timeline(request.startEpochNanos,
                        chunks.length > 0 ? OptionalLong.of(chunks[0]) : OptionalLong.empty(), end, chunks),
                Optional.of(new RequestFailure(FailureKind.TRUNCATED,
                        "the meter ended before the request's figures were final")),
                energy, EnergyBreakdown.NONE));
    }

    private static ResponseTimeline timeline(long start, OptionalLong first, long end, long[] chunks) {
        // Without its start in the log, a request has only its later chunks.
        boolean isInOrder = chunks.length > 0 && first.isPresent() && chunks[0] == first.getAsLong();
        long[] kept = isInOrder ? chunks : new long[0];
        return new ResponseTimeline(start, OptionalLong.of(start), OptionalLong.empty(), first, first,
                kept.length > 0 ? OptionalLong.of(kept[kept.length - 1]) : OptionalLong.empty(), end, kept);
    }

    private ImportedRequest imported(String id, String tenant, TokenUsage usage, ResponseTimeline timeline,
            Optional<RequestFailure> failure, EnergyReading energy, EnergyBreakdown breakdown) {
        DatasetRecord question = new DatasetRecord(id, "", "", Optional.empty(), Optional.empty(), List.of(),
                Map.of("tenant", tenant));
        List<DeviceEnergy> single = devices.size() == 1
                ? List.of(new DeviceEnergy(devices.iterator().next(), energy))
                : List.of();
        ImportedMeasurements measured = new ImportedMeasurements(
                new EnergyMetrics(energy, energy.scopeLabel(), single, OptionalDouble.empty(), OptionalDouble.empty(),
                        breakdown),
                new PowerMetrics(Optional.empty(), Optional.empty()), Optional.empty(), Optional.empty(),
                Optional.empty());
        return new ImportedRequest(question,
                QueryOutcome.of(id, new ModelCall(1, List.of(), new InferenceResponse("", Optional.empty(), usage,
                        Optional.empty(), ServerTimings.UNKNOWN, OptionalDouble.empty()), timeline, failure)),
                Evaluators.NONE, Optional.empty(), Optional.of(measured));
    }

    @Override
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>(history.problems());
        warnings.addAll(unwritten);
        if (firstMissing > 0) {
            warnings.add("The oldest files of the meter's log were deleted: blocks 1 to " + firstMissing
                    + " are left out");
        }
        if (lostBlocks > 0) {
            warnings.add(lostBlocks + " blocks are missing in the meter's log");
        }
        if (interrupted > 0) {
            warnings.add(interrupted + " requests were open when the meter ended; they have the joules up to then");
        }
        if (!open.isEmpty()) {
            warnings.add(open.size() + " requests are open at the end of the meter's log, and left out");
        }
        return warnings;
    }

    @Override
    public void close() {
        history.close();
    }
}
