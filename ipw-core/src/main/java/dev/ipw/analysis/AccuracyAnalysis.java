package dev.ipw.analysis;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.results.RunReader;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Statistics;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Say how many answers were right and what they cost: accuracy, intelligence per joule and per watt, each with its
 * interval. The file carries the keys of the Python reference. Its {@code intelligence_per_watt} divides by the mean of
 * the queries' own watts, which are shares where requests overlapped; ours, {@code device_intelligence_per_watt}, divides
 * by what the devices drew. Of a run of more than {@value #MOST_ROWS} records the file lists the first ones only.
 */
public final class AccuracyAnalysis implements Analysis {
    /** The analysis' id. */
    public static final String ID = "accuracy";
    private static final int MOST_ROWS = 10_000;

    /** Create the analysis. */
    public AccuracyAnalysis() {}

    @Override
    public AnalysisResult analyze(RunReader run) {
        String model = run.summary().configuration().client().model();
        EfficiencyGatherer gatherer = new EfficiencyGatherer();
        EnergyFigures figures = new EnergyFigures();
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        boolean attributed = false;
        try (Stream<ProfilingRecord> records = run.records()) {
            for (ProfilingRecord record : (Iterable<ProfilingRecord>) records::iterator) {
                gatherer.add(record);
                if (rows.size() < MOST_ROWS) {
                    rows.add(row(record));
                }
                attributed |= record.metrics().energy().headline().flags().contains(EnergyFlag.ATTRIBUTED);
                figures.add(record);
            }
        }
        Efficiency efficiency = gatherer.finish(run.summary().totals());
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("per_model", Map.of(model, counts(efficiency).build()));
        data.put("records", Map.of(model, rows));
        data.put("efficiency", Map.of(model, efficiency(efficiency, figures).build()));
        return new AnalysisResult(ID, summary(model, efficiency, figures, attributed).build(),
                warnings(run, efficiency), data);
    }

    private static TreeBuilder counts(Efficiency efficiency) {
        return TreeBuilder.object().put("correct", efficiency.correct()).put("incorrect", efficiency.incorrect())
                .put("unevaluated", efficiency.unscored()).put("failed", efficiency.failed())
                .put("total_scored", efficiency.scored()).put("accuracy", efficiency.accuracy().map(Estimate::value));
    }

    private static TreeBuilder summary(String model, Efficiency efficiency, EnergyFigures figures,
            boolean attributed) {
        TreeBuilder summary = TreeBuilder.object().put("model", model);
        counts(efficiency).build().forEach(summary::put);
        estimate(summary, "accuracy", efficiency.accuracy());
        estimate(summary, "intelligence_per_joule", efficiency.intelligencePerJoule());
        summary.put("intelligence_per_watt", figures.accuracyPerWatt())
                .put("intelligence_per_watt_basis", attributed ? "attributed" : "query");
        estimate(summary, "device_intelligence_per_watt", efficiency.intelligencePerWatt());
        return summary.put("device_watts", efficiency.deviceWatts())
                .put("avg_per_query_energy_joules", figures.energy().map(Statistics::average))
                .put("avg_per_query_power_watts", figures.power().map(Statistics::average))
                .put("energy_sample_count", efficiency.queriesWithEnergy())
                .put("energy_missing_count", efficiency.scored() - efficiency.queriesWithEnergy())
                .put("power_sample_count", (long) figures.watts().count())
                .put("energy_basis", efficiency.energyScope())
                .put("energy_provenance", efficiency.energyProvenance().name())
                .put("energy_source", efficiency.energySource());
    }

    private static void estimate(TreeBuilder summary, String key, Optional<Estimate> estimate) {
        summary.put(key, estimate.map(Estimate::value)).put(key + "_low", estimate.map(known -> known.interval().low()))
                .put(key + "_high", estimate.map(known -> known.interval().high()));
    }

    private static TreeBuilder efficiency(Efficiency efficiency, EnergyFigures figures) {
        return TreeBuilder.object()
                .put("intelligence_per_joule", efficiency.intelligencePerJoule().map(Estimate::value))
                .put("intelligence_per_watt", figures.accuracyPerWatt())
                .put("energy",
                        spread(figures.energy(), figures.joules()).put("total", figures.joules().stream().sum())
                                .put("accuracy", figures.accuracy()).put("zero_values", zeros(figures.joules()))
                                .put("imputed_from_power", (Object) null).put("imputed_count", 0L))
                .put("power",
                        spread(figures.power(), figures.watts()).put("accuracy", figures.accuracy())
                                .put("zero_values", zeros(figures.watts()))
                                .put("derived_power_samples", (long) figures.watts().count())
                                .put("power_metric_samples", 0L));
    }

    private static long zeros(Figures values) {
        return values.stream().filter(value -> value == 0).count();
    }

    private static TreeBuilder spread(Optional<Statistics> statistics, Figures values) {
        return TreeBuilder.object().put("count", (long) values.count()).put("avg", statistics.map(Statistics::average))
                .put("median", statistics.map(Statistics::median)).put("min", statistics.map(Statistics::minimum))
                .put("max", statistics.map(Statistics::maximum));
    }

    private static Map<String, @Nullable Object> row(ProfilingRecord record) {
        Optional<Boolean> right = record.isCorrect();
        return TreeBuilder.object().put("record_id", record.question().id())
                .put("problem", record.question().problem()).put("reference_answer", record.question().answer())
                .put("model_answer", record.outcome().answer())
                .put("evaluation", TreeBuilder.object().put("is_correct", right)
                        .put("extracted", record.evaluation().flatMap(Evaluation::extracted))
                        .put("reason", record.evaluation().map(Evaluation::reason)
                                .or(() -> record.outcome().failure().map(failure -> "the request failed"))))
                .build();
    }

    private static List<String> warnings(RunReader run, Efficiency efficiency) {
        List<String> warnings = new ArrayList<>();
        if (efficiency.failed() > 0) {
            warnings.add(efficiency.failed() + " requests failed and count as wrong");
        }
        if (efficiency.unscored() > 0) {
            warnings.add(efficiency.unscored() + " answers could not be judged and count neither way");
        }
        long without = efficiency.scored() - efficiency.queriesWithEnergy();
        if (without > 0) {
            warnings.add(
                    without + " scored queries have no complete joules and are left out of intelligence per joule: "
                            + efficiency.energySource());
        }
        if (run.summary().totals().queries() > MOST_ROWS) {
            warnings.add("Only the first " + MOST_ROWS + " of " + run.summary().totals().queries()
                    + " records are listed one by one here; the dataset holds all of them");
        }
        if (run.summary().interrupted()) {
            warnings.add("The run was ended early; not every planned question was asked");
        }
        EnergyReading device = run.summary().totals().deviceEnergy();
        if (device.isAvailable() && efficiency.deviceWatts().isEmpty()) {
            warnings.add("The sensors did not cover the whole measured stretch (" + device.flags()
                    + "), so there are no watts and no intelligence per watt");
        }
        warnings.addAll(run.summary().warnings());
        return warnings;
    }

}
