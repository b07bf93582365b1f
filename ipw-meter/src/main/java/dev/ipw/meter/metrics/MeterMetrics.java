package dev.ipw.meter.metrics;

import dev.ipw.energy.attribution.PhaseJoules;
import dev.ipw.hosted.Range;
import dev.ipw.meter.HostedFigure;
import dev.ipw.meter.MeterBlock;
import dev.ipw.meter.MeterListener;
import dev.ipw.meter.RequestFigures;
import dev.ipw.meter.RequestTokens;
import dev.ipw.meter.budget.BudgetUse;
import dev.ipw.meter.budget.BudgetWatch;
import dev.ipw.meter.log.MeterLog;
import dev.ipw.meter.metrics.OriginLabels.Pair;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.apiguardian.api.API;

/**
 * The figures of a meter as metrics, for a server of Prometheus. Joules count block by block, so those of a request that
 * lasts an hour count while it lasts. Each joule of a device is in one of attributed, idle and other energy; the energy
 * of requests is the attributed energy of all devices, less what has no share.
 *
 * <pre>{@code
 * MeterMetrics metrics = new MeterMetrics(MetricsOptions.DEFAULT, meter::openRequests);
 * meter.addListener(metrics);
 * Scrape scrape = metrics.scrape(request.header("Accept"));
 * }</pre>
 *
 * <p>Any thread may scrape. A scrape sees all figures of a block or none, and the meter never waits for it.
 */
@API(status = API.Status.EXPERIMENTAL)
public final class MeterMetrics implements MeterListener {
    private static final Duration LONGEST_WITHOUT_BLOCK = Duration.ofSeconds(30);
    private static final double ROUNDING = 1e-9;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int FIRST_ERROR = 400;
    private static final String MODEL = "model";
    private static final String TENANT = "tenant";
    private static final String DEVICE = "device";
    private static final String TYPE = "type";
    private static final String COMPLETE = "complete";
    private static final String OUTPUT = "output";

    private final MetricsOptions options;
    private final IntSupplier requestsInFlight;
    private final InstantSource clock;
    private final Instant created;
    private final ExpositionFormats formats = ExpositionFormats.init();
    private final List<Supplier<List<Collected>>> others = new CopyOnWriteArrayList<>();
    /** The figures that wait while a scrape reads the counters. */
    private final Queue<Runnable> reported = new ConcurrentLinkedQueue<>();
    private final ReentrantLock counting = new ReentrantLock();

    private final OriginLabels labels;
    private final Counter energy = new Counter(MeterMetric.ENERGY, MODEL, TENANT, "phase");
    private final Counter finishedEnergy = new Counter(MeterMetric.FINISHED_ENERGY, MODEL, TENANT, COMPLETE);
    private final Counter deviceEnergy = new Counter(MeterMetric.DEVICE_ENERGY, DEVICE, "provenance");
    private final Counter attributedEnergy = new Counter(MeterMetric.ATTRIBUTED_ENERGY, DEVICE, "trust");
    private final Counter idleEnergy = new Counter(MeterMetric.IDLE_ENERGY, DEVICE);
    private final Counter otherEnergy = new Counter(MeterMetric.OTHER_ENERGY, DEVICE);
    private final Counter unsharedEnergy = new Counter(MeterMetric.UNSHARED_ENERGY);
    private final Counter unbalancedBlocks = new Counter(MeterMetric.UNBALANCED_BLOCKS);
    private final Counter unmeteredTime = new Counter(MeterMetric.UNMETERED_TIME, DEVICE);
    private final Counter tokens = new Counter(MeterMetric.TOKENS, MODEL, TENANT, TYPE, COMPLETE);
    private final Counter cachedTokens = new Counter(MeterMetric.CACHED_TOKENS, MODEL, TENANT);
    private final Counter reasoningTokens = new Counter(MeterMetric.REASONING_TOKENS, MODEL, TENANT);
    private final Counter requests = new Counter(MeterMetric.REQUESTS, MODEL, TENANT, "status", COMPLETE);
    private final Counter estimated = new Counter(MeterMetric.ESTIMATED_ENERGY, MODEL, TENANT);
    private final Counter estimatedLow = new Counter(MeterMetric.ESTIMATED_ENERGY_LOW, MODEL, TENANT);
    private final Counter estimatedHigh = new Counter(MeterMetric.ESTIMATED_ENERGY_HIGH, MODEL, TENANT);
    private final Counter estimatedCarbon = new Counter(MeterMetric.ESTIMATED_CARBON, MODEL, TENANT);
    private final Counter estimatedWater = new Counter(MeterMetric.ESTIMATED_WATER, MODEL, TENANT);
    private final Counter estimatedRequests = new Counter(MeterMetric.ESTIMATED_REQUESTS, MODEL, TENANT, "estimated");
    private final EnergyHistogram requestEnergy = new EnergyHistogram();
    private final LastMinute lastMinute = new LastMinute();
    private Optional<MeterBlock> lastBlock = Optional.empty();
    private Instant lastDivided = Instant.MIN;

    /**
     * Creates metrics that all begin at zero.
     *
     * @param options          the labels
     * @param requestsInFlight returns the number of requests that are being served
     */
    public MeterMetrics(MetricsOptions options, IntSupplier requestsInFlight) {
        this(options, requestsInFlight, InstantSource.system());
    }

    MeterMetrics(MetricsOptions options, IntSupplier requestsInFlight, InstantSource clock) {
        this.options = options;
        this.requestsInFlight = requestsInFlight;
        this.clock = clock;
        created = clock.instant();
        labels = new OriginLabels(options);
        unsharedEnergy.add(0);
        unbalancedBlocks.add(0);
    }

    /**
     * Adds the use of budgets to the metrics.
     *
     * @param budgets the budgets
     */
    public void add(BudgetWatch budgets) {
        others.add(() -> {
            Map<Labels, Double> used = new LinkedHashMap<>();
            Map<Labels, Double> limits = new LinkedHashMap<>();
            for (BudgetUse use : budgets.uses()) {
                Labels tenant = Labels.of(TENANT, labels.tenant(use.budget().tenant()), "period",
                        use.budget().period().label());
                used.merge(tenant, use.usedRatio(), Math::max); // Of those under one label, the one that is nearest.
                limits.merge(tenant, use.budget().joules(), Math::min);
            }
            return List.of(Collected.gauge(MeterMetric.BUDGET_USED, used),
                    Collected.gauge(MeterMetric.BUDGET_LIMIT, limits));
        });
    }

    /**
     * Adds the state of a log to the metrics.
     *
     * @param log the log
     */
    public void add(MeterLog log) {
        others.add(() -> List.of(Collected.counter(MeterMetric.LOG_UNWRITTEN_LINES,
                Map.of(Labels.EMPTY, (double) log.unwrittenLines()))));
    }

    /** Adds metrics that are read at each scrape. */
    void add(Supplier<List<Collected>> source) {
        others.add(source);
    }

    @Override
    public void blockDivided(MeterBlock block) {
        Instant divided = clock.instant();
        report(() -> count(block, divided));
    }

    @Override
    public void requestFinished(RequestFigures request) {
        report(() -> count(request));
    }

    private void report(Runnable figures) {
        reported.add(figures);
        if (counting.tryLock()) { // A scrape that reads now counts them before the next one reads.
            try {
                countReported();
            } finally {
                counting.unlock();
            }
        }
    }

    private void countReported() {
        for (Runnable figures = reported.poll(); figures != null; figures = reported.poll()) {
            figures.run();
        }
    }

    private void count(MeterBlock block, Instant divided) {
        double attributed = 0;
        for (MeterBlock.DeviceBlock device : block.devices()) {
            OptionalDouble joules = device.total().joules();
            if (joules.isPresent()) {
                deviceEnergy.add(joules.getAsDouble(), device.device(), device.total().provenance().name());
            } else {
                unmeteredTime.add(block.length().toNanos() / NANOS_PER_SECOND, device.device());
            }
            attributedEnergy.add(device.requestsJoules(), device.device(), device.trust().label());
            idleEnergy.add(device.idleJoules(), device.device());
            otherEnergy.add(device.otherJoules(), device.device());
            attributed += device.requestsJoules();
        }
        double shared = 0;
        for (MeterBlock.RequestShare share : block.requests()) {
            shared += share.energy().joules().orElse(0);
            count(share);
        }
        unsharedEnergy.add(attributed - shared <= ROUNDING * attributed ? 0 : attributed - shared);
        unbalancedBlocks.add(isEqual(deviceEnergy.sum(), attributedEnergy.sum() + idleEnergy.sum() + otherEnergy.sum())
                && isEqual(attributedEnergy.sum(), energy.sum() + unsharedEnergy.sum()) ? 0 : 1);
        lastBlock = Optional.of(block);
        lastDivided = divided;
        if (options.genAi().isPresent()) {
            lastMinute.advance(new LastMinute.State(block.started().plus(block.length()),
                    finishedEnergy.sumBy(MODEL, Labels.of(COMPLETE, "true")),
                    tokens.sumBy(MODEL, Labels.of(COMPLETE, "true", TYPE, OUTPUT)), deviceEnergy.sum(),
                    idleEnergy.sum()));
        }
    }

    private static boolean isEqual(double joules, double parts) {
        return Math.abs(joules - parts) <= ROUNDING * joules;
    }

    /** Counts each joule of a share once: what is left of prompt and answer is unsplit. */
    private void count(MeterBlock.RequestShare share) {
        if (!share.energy().isAvailable()) {
            return;
        }
        Pair pair = labels.of(share.origin());
        double joules = share.energy().joules().orElseThrow();
        Optional<PhaseJoules> phases = share.phases()
                .filter(known -> known.prompt().joules() + known.answer().joules() <= joules * (1 + ROUNDING));
        boolean isSplit = phases.isPresent();
        double prompt = phases.map(known -> known.prompt().joules()).orElse(0.0);
        double answer = phases.map(known -> known.answer().joules()).orElse(0.0);
        boolean isAll = joules - prompt - answer <= ROUNDING * joules;
        if (isSplit) {
            energy.add(prompt, pair.model(), pair.tenant(), "prompt");
            energy.add(isAll ? joules - prompt : answer, pair.model(), pair.tenant(), "answer");
        }
        if (!isSplit || !isAll) {
            energy.add(joules - prompt - answer, pair.model(), pair.tenant(), "unsplit");
        }
    }

    private void count(RequestFigures request) {
        Pair pair = labels.of(request.origin());
        RequestTokens counted = request.tokens();
        String complete = complete(request);
        requests.add(1, pair.model(), pair.tenant(), status(request), complete);
        request.energy().joules().ifPresent(
                joules -> finishedEnergy.add(joules, pair.model(), pair.tenant(), complete));
        // Refused requests, which use nothing, would make those that do work look cheap.
        if (request.energy().isComplete() && request.energy().joules().orElseThrow() > 0) {
            requestEnergy.observe(pair.model(), request.energy().joules().orElseThrow());
        }
        addKnown(tokens, counted.input(), pair.model(), pair.tenant(), "input", complete);
        addKnown(tokens, counted.output(), pair.model(), pair.tenant(), OUTPUT, complete);
        addKnown(cachedTokens, counted.cached(), pair.model(), pair.tenant());
        addKnown(reasoningTokens, counted.reasoning(), pair.model(), pair.tenant());
        request.hosted().ifPresent(hosted -> count(hosted, pair));
    }

    private void count(HostedFigure hosted, Pair pair) {
        estimatedRequests.add(1, pair.model(), pair.tenant(), String.valueOf(hosted.estimate().isPresent()));
        hosted.estimate().ifPresent(estimate -> {
            Range joules = estimate.joules();
            estimated.add(joules.likely(), pair.model(), pair.tenant());
            estimatedLow.add(joules.low(), pair.model(), pair.tenant());
            estimatedHigh.add(joules.high(), pair.model(), pair.tenant());
            estimate.carbonGrams()
                    .ifPresent(grams -> estimatedCarbon.add(grams.likely(), pair.model(), pair.tenant()));
            estimate.waterLiters()
                    .ifPresent(liters -> estimatedWater.add(liters.likely(), pair.model(), pair.tenant()));
        });
    }

    /**
     * Returns how complete the figures are. Joules without output tokens, as of embeddings, are in no joules per token;
     * a request that is estimated as hosted lacks nothing that could be measured.
     */
    private static String complete(RequestFigures request) {
        if (request.hosted().isPresent() && !request.energy().isAvailable()) {
            return "hosted";
        }
        OptionalLong output = request.tokens().output();
        return !request.energy().isComplete() || output.isEmpty()
                ? "false"
                : output.getAsLong() > 0 ? "true" : "no_output";
    }

    private static void addKnown(Counter counter, OptionalLong amount, String... labelValues) {
        if (amount.isPresent()) {
            counter.add(amount.getAsLong(), labelValues);
        }
    }

    private static String status(RequestFigures request) {
        if (request.status().isEmpty()) {
            return "none";
        }
        int status = request.status().getAsInt();
        return status < FIRST_ERROR && request.failure().isPresent() ? "aborted" : String.valueOf(status);
    }

    /**
     * Formats the metrics as text.
     *
     * @return the text format 0.0.4 of Prometheus
     */
    public String prometheusText() {
        return new String(written(formats.getPrometheusTextFormatWriter()).body(), StandardCharsets.UTF_8);
    }

    /**
     * Answers a scrape.
     *
     * @param accept the formats that the client reads, from its header {@code Accept}; empty for any
     * @return the metrics in the richest of them that is known: protobuf, which alone has native histograms,
     *         OpenMetrics, or the text format of Prometheus
     */
    public Scrape scrape(String accept) {
        return written(formats.findWriter(accept));
    }

    private Scrape written(ExpositionFormatWriter writer) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        try {
            writer.write(body, new MetricSnapshots(collect().stream().map(Collected::snapshot).toList()));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return new Scrape(writer.getContentType(), body.toByteArray());
    }

    /** Returns the description of the server; empty if it was not given. */
    Optional<MetricsOptions.GenAiServer> server() {
        return options.genAi();
    }

    /** Returns when the counters were zero. */
    Instant created() {
        return created;
    }

    /** Reads all metrics that have a value at one moment. */
    List<Collected> collect() {
        List<Collected> all = new ArrayList<>();
        counting.lock();
        try {
            countReported();
            for (Counter counter : List.of(energy, finishedEnergy, deviceEnergy, attributedEnergy, idleEnergy,
                    otherEnergy, unsharedEnergy, unbalancedBlocks, unmeteredTime, tokens, cachedTokens, reasoningTokens,
                    requests, estimated, estimatedLow, estimatedHigh, estimatedCarbon, estimatedWater,
                    estimatedRequests)) {
                all.add(counter.collect());
            }
            all.add(requestEnergy.collect());
            all.add(Collected.gauge(MeterMetric.IN_FLIGHT,
                    Map.of(Labels.EMPTY, (double) requestsInFlight.getAsInt())));
            lastBlock.ifPresent(block -> all.addAll(gauges()));
            options.genAi().ifPresent(server -> all.addAll(genAi(server)));
            others.forEach(source -> all.addAll(source.get()));
        } finally {
            counting.unlock();
        }
        all.removeIf(one -> one.snapshot().getDataPoints().isEmpty());
        return all;
    }

    private List<Collected> gauges() {
        return List.of(
                Collected.gauge(MeterMetric.LAST_BLOCK, Map.of(Labels.EMPTY, lastDivided.toEpochMilli() / 1e3)),
                Collected.gauge(MeterMetric.POWER, watts()));
    }

    /** Returns the power of each device; none if the last block is too old to show what it draws now. */
    private Map<Labels, Double> watts() {
        Map<Labels, Double> watts = new LinkedHashMap<>();
        lastBlock.filter(block -> block.length().isPositive()
                && Duration.between(lastDivided, clock.instant()).compareTo(LONGEST_WITHOUT_BLOCK) <= 0)
                .ifPresent(block -> block.devices().forEach(device -> device.total().joules()
                        .ifPresent(joules -> watts.merge(Labels.of(DEVICE, device.device()),
                                joules * NANOS_PER_SECOND / block.length().toNanos(), Double::sum))));
        return watts;
    }

    private List<Collected> genAi(MetricsOptions.GenAiServer server) {
        Labels machine = Labels.of("gen_ai_provider_name", server.provider(), "server_address", server.address());
        Map<Labels, Double> watts = new LinkedHashMap<>();
        watts().values().stream().reduce(Double::sum).ifPresent(sum -> watts.put(machine, sum));
        Map<Labels, Double> idle = new LinkedHashMap<>();
        lastMinute.idleRatio().ifPresent(ratio -> idle.put(machine, ratio));
        return List.of(
                Collected.counter(MeterMetric.GEN_AI_ENERGY, byModel(machine, energy.sumBy(MODEL, Labels.EMPTY))),
                Collected.gauge(MeterMetric.GEN_AI_ENERGY_PER_TOKEN, byModel(machine, lastMinute.joulesPerToken())),
                Collected.gauge(MeterMetric.GEN_AI_POWER, watts),
                Collected.gauge(MeterMetric.GEN_AI_IDLE_RATIO, idle));
    }

    private static Map<Labels, Double> byModel(Labels machine, Map<String, Double> values) {
        Map<Labels, Double> labelled = new LinkedHashMap<>();
        values.forEach((model, value) -> labelled.put(machine.add("gen_ai_request_model", model), value));
        return labelled;
    }
}
