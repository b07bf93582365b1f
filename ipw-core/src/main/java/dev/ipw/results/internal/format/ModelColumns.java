package dev.ipw.results.internal.format;

import dev.ipw.compute.ComputeMetrics;
import dev.ipw.cost.QueryCost;
import dev.ipw.energy.EnergyReading;
import dev.ipw.hosted.HostedEstimate;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.ServerTimings;
import dev.ipw.inference.TokenUsage;
import dev.ipw.internal.number.Ratio;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.query.ModelCall;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.RequestFailure;
import dev.ipw.record.EnergyMetrics;
import dev.ipw.record.GpuInfo;
import dev.ipw.record.LatencyMetrics;
import dev.ipw.record.ModelMetrics;
import dev.ipw.record.ModelMetrics.HardwareUtilization;
import dev.ipw.record.PowerMetrics;
import dev.ipw.record.RecordedQuery;
import dev.ipw.record.SystemInfo;
import dev.ipw.results.internal.format.ExportedValue.Place;
import dev.ipw.statistics.Statistics;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;

/** The columns of a model's answer, and of its cost. */
final class ModelColumns extends Columns<RecordedQuery> {
    static final String ENERGY = "energy_metrics";
    static final String PHASES = "phase_metrics";
    static final String POWER = "power_metrics";
    static final String MEMORY = "memory_metrics";
    static final String TEMPERATURE = "temperature_metrics";
    static final String GPU = "gpu_info";

    private final ComputeColumns works = new ComputeColumns();
    private final QueryEnergyColumns energies = new QueryEnergyColumns();
    private final QueryPowerColumns powers = new QueryPowerColumns();
    private final UtilizationColumns utilizations = new UtilizationColumns();
    private final EvaluationColumns evaluations = new EvaluationColumns();

    private final Column<RecordedQuery, TreeReader> work = part("compute_metrics", "work", works,
            record -> record.record().metrics());
    private final Column<RecordedQuery, TreeReader> energy = part(ENERGY, "joules", energies,
            Function.identity());
    // Values that are computed from other columns are written and not read.
    {
        part("latency_metrics", "times",
                LatencyColumns.INSTANCE, RecordedQuery::latency);
    }
    private final Column<RecordedQuery, Optional<Statistics>> memory = struct(MEMORY, "memory in use",
            MemoryColumns.INSTANCE, record -> record.record().metrics().hostMemoryMegabytes());
    private final Column<RecordedQuery, TreeReader> power = part(POWER, "watts", powers,
            record -> record.record().metrics());
    private final Column<RecordedQuery, Optional<Statistics>> temperature = optionalStruct(TEMPERATURE,
            "degrees Celsius of the GPUs", StatisticsColumns.INSTANCE,
            record -> record.record().metrics().temperatureCelsius());
    private final Column<RecordedQuery, TokenUsage> tokens = struct("token_metrics", "token counts",
            TokenColumns.INSTANCE, RecordedQuery::tokens);
    private final Column<RecordedQuery, PhaseFigures> phases = struct(PHASES,
            "before and after the first token", new PhaseColumns(),
            record -> PhaseFigures.of(record.energy().breakdown(), record.timeline(),
                    record.tokens()));
    private final Column<RecordedQuery, TreeReader> utilization = part("hardware_utilization",
            "how busy the devices were", utilizations, record -> record.record().metrics());
    private final Column<RecordedQuery, QueryCost> cost = struct("cost", "dollars", new CostColumns(),
            RecordedQuery::cost);
    private final Column<RecordedQuery, Optional<HostedEstimate>> hosted = structOrNull("hosted_estimate",
            "the estimate at a hosted model, in no other figure", HostedColumns.INSTANCE,
            record -> record.record().metrics().hosted());
    private final Column<RecordedQuery, Optional<GpuInfo>> gpu = optionalStruct(GPU, "the graphics processors",
            GpuColumns.INSTANCE, record -> record.record().metrics().gpu());
    private final Column<RecordedQuery, SystemInfo> system = struct("system_info", "the machine",
            SystemColumns.INSTANCE, record -> record.record().metrics().system());
    private final Column<RecordedQuery, ResponseTimeline> timeline = struct("timeline",
            "moments, in nanoseconds on the run's clock", TimelineColumns.INSTANCE,
            RecordedQuery::timeline);
    {
        part("time_parts",
                "parts of the time from the intended start to the end", new TimePartColumns(),
                record -> TimeParts.of(record.timeline()));
    }
    private final Column<RecordedQuery, TreeReader> evaluation = part("evaluation", "the verdict", evaluations,
            Function.identity());
    {
        truth("lm_correctness",
                "whether the query counts as right, under the reference's name", RecordedQuery::isCorrect);
    }
    private final Column<RecordedQuery, Optional<String>> answer = optionalText("lm_response",
            "the answer, possibly cut off", ModelColumns::answer);
    private final Column<RecordedQuery, Optional<String>> reasoning = exported("reasoning", Place.TEXT,
            optionalText("reasoning", "separate reasoning", record -> record.outcome().reasoning()));
    private final Column<RecordedQuery, Optional<String>> finishReason = exported("finish_reason",
            optionalText("finish_reason", "the server's finish reason",
                    RecordedQuery::finishReason));
    private final Column<RecordedQuery, Optional<String>> servedModel = optionalText("served_model",
            "the model's name in the answer", record -> record.outcome().servedModel());
    private final Column<RecordedQuery, ServerTimings> serverTimings = struct("server_timings",
            "times reported by the server, in nanoseconds", ServerTimingColumns.INSTANCE,
            RecordedQuery::serverTimings);

    private final QueryPartColumns parts = include(new QueryPartColumns(), Function.identity());

    /** Returns the answer; empty if the query failed before any part of it arrived. */
    static Optional<String> answer(RecordedQuery record) {
        return Optional.of(record.outcome().answer()).filter(answer -> !(record.hasFailed() && answer.isEmpty()));
    }

    /** Reads the cost of the model's answer. */
    ModelMetrics metrics(TreeReader row, QueryOutcome outcome) {
        return new ModelMetrics(energy(row), LatencyMetrics.of(outcome), outcome.usage(), power(row), memory.in(row),
                temperature.in(row), compute(row), system.in(row), gpu.in(row), cost(row),
                utilizations.gpu(utilization.in(row)), parts.read(row).flatMap(QueryPartColumns.Found::parts),
                hosted.in(row));
    }

    /** Reads the model's answer. */
    QueryOutcome outcome(TreeReader row, String queryId, Optional<RequestFailure> failure) {
        String text = answer.in(row).orElse("");
        ResponseTimeline moments = timeline(row);
        return parts.read(row).map(made -> made.outcome(queryId, moments, text, failure)).orElseGet(() -> {
            InferenceResponse response = new InferenceResponse(text, reasoning.in(row), tokens(row),
                    finishReason.in(row), serverTimings(row), ComputeColumns.ofClient(works.read(work.in(row))),
                    servedModel.in(row), List.of());
            return QueryOutcome.of(queryId, new ModelCall(1, List.of(), response, moments, failure));
        });
    }

    /** Returns whether the query is one call, so that the other columns hold all of it. */
    boolean isOneCall(TreeReader row) {
        return !parts.areIn(row);
    }

    Optional<String> finishReason(TreeReader row) {
        return finishReason.in(row);
    }

    ResponseTimeline timeline(TreeReader row) {
        return timeline.in(row);
    }

    /** Returns the row of {@link TimelineColumns}. */
    TreeReader moments(TreeReader row) {
        return timeline.part(row);
    }

    OptionalLong outputTokens(TreeReader row) {
        return TokenColumns.INSTANCE.output(tokens.part(row));
    }

    TokenUsage tokens(TreeReader row) {
        return tokens.in(row);
    }

    ServerTimings serverTimings(TreeReader row) {
        return serverTimings.in(row);
    }

    EnergyMetrics energy(TreeReader row) {
        return energies.read(energy.in(row), phases.in(row));
    }

    EnergyReading headline(TreeReader row) {
        return energy.in(row).as(energies::headline);
    }

    PowerMetrics power(TreeReader row) {
        return power.in(row).as(powers::read);
    }

    QueryCost cost(TreeReader row) {
        return cost.in(row);
    }

    ComputeMetrics compute(TreeReader row) {
        return utilizations.compute(utilization.in(row), works.read(work.in(row)));
    }

    EvaluationColumns.StoredEvaluation judged(TreeReader row) {
        return evaluations.read(evaluation.in(row));
    }

    Optional<Boolean> isCorrect(TreeReader row) {
        return evaluations.isCorrect(evaluation.in(row));
    }

    /** The columns of the utilization of the devices, and of the query's share of it. */
    private static final class UtilizationColumns extends Columns<ModelMetrics> {
        private final PeakShareColumns shares = new PeakShareColumns();
        private final Column<ModelMetrics, HardwareUtilization> gpu = struct("gpu", "the graphics processors",
                new GpuUtilizationColumns(), ModelMetrics::utilization);
        private final Column<ModelMetrics, TreeReader> derived = part("derived", "shares of the devices' peak", shares,
                ModelMetrics::compute);

        HardwareUtilization gpu(TreeReader row) {
            return gpu.in(row);
        }

        ComputeMetrics compute(TreeReader row, ComputeMetrics work) {
            return shares.read(derived.in(row), work);
        }
    }

    /** The columns of watts while a query ran, and of its own share of them. */
    private static final class QueryPowerColumns extends Columns<ModelMetrics> {
        private final PowerColumns power = include(new PowerColumns(), ModelMetrics::power);

        QueryPowerColumns() {
            real("request_share_watts", "the query's joules over its service time",
                    ModelMetrics::requestShareWatts);
        }

        PowerMetrics read(TreeReader row) {
            return power.read(row);
        }
    }

    /** The columns of the parts of a query's time, in nanoseconds; they follow each other and add up to it. */
    private static final class TimePartColumns extends Columns<TimeParts> {
        TimePartColumns() {
            count("waiting_nanos", "from the intended start until it was taken up",
                    parts -> OptionalLong.of(parts.waitingNanos()));
            count("retrying_nanos", "from there to the start of the last try", TimeParts::retryingNanos);
            count("connecting_nanos", "to set up the connection", TimeParts::connectingNanos);
            count("sending_nanos", "to send the request", TimeParts::sendingNanos);
            count("until_first_byte_nanos", "from the send to the first byte", TimeParts::untilFirstByteNanos);
            count("until_first_token_nanos", "from there to the first token", TimeParts::untilFirstTokenNanos);
            count("generating_nanos", "from there to the last token", TimeParts::generatingNanos);
            count("until_end_nanos", "from the last known moment to the end",
                    parts -> OptionalLong.of(parts.untilEndNanos()));
        }
    }

    /** The columns of a query's joules, also per token. */
    private static final class QueryEnergyColumns extends Columns<RecordedQuery> {
        private final EnergyColumns energy = include(new EnergyColumns(), RecordedQuery::energy);

        QueryEnergyColumns() {
            real("energy_per_output_token_joules", "joules per output token, if both are complete",
                    record -> Ratio.of(joules(record), (double) record.tokens().output().orElse(0)));
            real("energy_per_total_token_joules", "joules per token, if both are complete",
                    record -> Ratio.of(joules(record), (double) record.tokens().total().orElse(0)));
            real("output_tokens_per_joule", "output tokens per joule, if both are complete",
                    record -> record.record().metrics().outputTokensPerJoule());
        }

        private static OptionalDouble joules(RecordedQuery record) {
            EnergyReading headline = record.headline();
            return headline.isComplete() ? headline.joules() : OptionalDouble.empty();
        }

        EnergyMetrics read(TreeReader row, PhaseFigures phases) {
            return energy.read(row, phases);
        }

        EnergyReading headline(TreeReader row) {
            return energy.headline(row);
        }
    }

    /** The columns of a query's work as a share of the devices' peak. */
    private static final class PeakShareColumns extends Columns<ComputeMetrics> {
        private final Column<ComputeMetrics, OptionalDouble> flops = real("mfu",
                "operations over the devices' maximum in its time", ComputeMetrics::flopsUtilization);
        private final Column<ComputeMetrics, OptionalDouble> bandwidth = real("mbu",
                "bytes over the devices' maximum in its time", ComputeMetrics::bandwidthUtilization);
        private final Column<ComputeMetrics, OptionalDouble> intensity = real("arithmetic_intensity",
                "operations over bytes", ComputeMetrics::arithmeticIntensity);
        private final Column<ComputeMetrics, Optional<Boolean>> shared = truth("shared",
                "whether other requests overlapped", compute -> Optional.of(compute.isShared()));

        /** Reads the shares for a known work. */
        ComputeMetrics read(TreeReader row, ComputeMetrics work) {
            return new ComputeMetrics(work.floatingPointOperations(), work.source(), flops.in(row), bandwidth.in(row),
                    intensity.in(row), shared.in(row).orElse(false));
        }
    }

    /** The columns of the utilization of the graphics processors. */
    private static final class GpuUtilizationColumns extends StructColumns<HardwareUtilization> {
        private final Column<HardwareUtilization, OptionalDouble> compute = real("compute_utilization_pct",
                "mean busy share of the cores, percent", HardwareUtilization::computePercent);
        private final Column<HardwareUtilization, OptionalDouble> memoryBandwidth = real(
                "memory_bandwidth_utilization_pct", "mean busy share of the memory controller, percent",
                HardwareUtilization::memoryBandwidthPercent);
        private final Column<HardwareUtilization, OptionalDouble> tensorCores = real("tensor_core_utilization_pct",
                "mean busy share of the tensor cores, percent; not filled yet", HardwareUtilization::tensorCorePercent);
        private final Column<HardwareUtilization, OptionalDouble> memoryUsed = real("memory_used_gb",
                "maximum memory in use, GiB", HardwareUtilization::memoryUsedGibibytes);
        private final Column<HardwareUtilization, OptionalDouble> memoryTotal = real("memory_total_gb",
                "total memory, GiB", HardwareUtilization::memoryTotalGibibytes);

        @Override
        public HardwareUtilization read(TreeReader row) {
            return new HardwareUtilization(compute.in(row), memoryBandwidth.in(row), tensorCores.in(row),
                    memoryUsed.in(row), memoryTotal.in(row));
        }
    }

    /** The columns of a query's work. */
    private static final class ComputeColumns extends Columns<ModelMetrics> {
        private final Column<ModelMetrics, OptionalDouble> operations = real("flops_per_request",
                "floating-point operations", ComputeColumns::operations);
        private final Column<ModelMetrics, Optional<String>> source;

        ComputeColumns() {
            count("total_flops", "the same, as a whole number", metrics -> operations(metrics).stream()
                    .mapToLong(Math::round).findFirst());
            real("flops_per_token", "operations over all tokens",
                    metrics -> Ratio.of(operations(metrics), (double) metrics.tokens().total().orElse(0)));
            source = optionalText("flops_source", "source of the count: the client, or the model card",
                    metrics -> metrics.compute().source());
        }

        private static OptionalDouble operations(ModelMetrics metrics) {
            return metrics.compute().floatingPointOperations();
        }

        /** Reads the work, without its share of the devices' peak. */
        ComputeMetrics read(TreeReader row) {
            return new ComputeMetrics(operations.in(row), source.in(row), OptionalDouble.empty(),
                    OptionalDouble.empty(),
                    OptionalDouble.empty(), false);
        }

        /** Reads the work that the client itself reported. */
        static OptionalDouble ofClient(ComputeMetrics work) {
            return work.source().filter(ComputeMetrics.CLIENT::equals).isPresent()
                    ? work.floatingPointOperations()
                    : OptionalDouble.empty();
        }
    }
}
