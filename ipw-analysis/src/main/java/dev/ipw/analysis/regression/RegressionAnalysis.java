package dev.ipw.analysis.regression;

import dev.ipw.analysis.AnalysisColumn;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.AnalysisValue;
import dev.ipw.analysis.internal.AnalysedRun;
import dev.ipw.analysis.internal.MergeableAnalysis;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.record.Dimension;
import dev.ipw.results.RunReader;
import dev.ipw.run.RunSummary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The regression analysis, which estimates the cost of tokens: the fits of the Python reference under its keys, and,
 * under {@code joint}, energy, power, time to first token and total time against the tokens of prompt and answer
 * together, because the two cost differently. Failed requests are in no fit.
 *
 * @param model      the required model of the run; any if empty
 * @param skipZeroes true to omit a query from each fit in which one of its figures is zero
 */
public record RegressionAnalysis(Optional<String> model, boolean skipZeroes) implements MergeableAnalysis {
    /** The analysis' id. */
    public static final String ID = "regression";
    /** The reason why joules of queries that overlapped are in no fit. */
    static final String SHARES = "requests overlapped, so a query's joules are a share computed from its tokens; "
            + "'steps' holds the cost of tokens";
    private static final String NO_STEPS = "Requests overlapped, and there is too little to learn from what tokens cost: "
            + "run for longer, or with a sensor that counts joules, and read token times as a stream";

    /** The numbers of the rows of a fit, and the sizes of their residuals. More is kept only where memory has room. */
    private static final int RESULT_BYTES_PER_QUERY = 2 * Integer.BYTES + Double.BYTES;
    private static final String NO_TOKENS = "Requests overlapped, and no tokens of their answers are known, so no step of a "
            + "device tells what a token costs: profile with a server that counts tokens, or name a tokenizer";

    @Override
    public Set<Dimension> sharedColumns() {
        return Arrays.stream(Column.values()).map(Column::dimension).collect(Collectors.toSet());
    }

    @Override
    public int resultBytesPerQuery() {
        return RESULT_BYTES_PER_QUERY;
    }

    @Override
    public MergeablePass beginPart(AnalysedRun analysed) {
        RunReader run = analysed.run();
        String asked = run.summary().configuration().client().model();
        model.filter(wanted -> !wanted.equals(asked)).ifPresent(wanted -> {
            throw new ConfigurationException("The run " + run.directory().path() + " is of the model " + asked
                    + ", not of " + wanted + ". Leave model out, or name that one");
        });
        RegressionColumns columns = new RegressionColumns(analysed);
        return new MergeablePass(columns.gatherers(), () -> result(run, columns));
    }

    private AnalysisResult result(RunReader run, RegressionColumns columns) {
        String asked = run.summary().configuration().client().model();
        List<String> warnings = zeroWarnings(columns);
        AnalysisResult.Builder result = AnalysisResult.builder(ID, "What tokens cost");
        for (LineFit line : LineFit.values()) {
            result.detail(line.name().toLowerCase(Locale.ROOT), line.of(columns, skipZeroes));
        }
        result.figure(AnalysisColumn.count("total_samples"), AnalysisValue.of((long) columns.rows()))
                .figure(AnalysisColumn.text("model"), AnalysisValue.of(asked))
                .figure(AnalysisColumn.text("energy_basis"),
                        AnalysisValue.of(basis(run.summary(), LineFit.energy(columns))))
                .figure(AnalysisColumn.text("power_basis"),
                        AnalysisValue.of(basis(run.summary(), LineFit.power(columns))))
                .figure(AnalysisColumn.text("joint_basis"),
                        AnalysisValue.of(run.summary().totals().headlineScope()))
                .figure(AnalysisColumn.text("joint_provenance"), AnalysisValue.of(provenance(run, columns).name()));
        TreeBuilder joint = TreeBuilder.object();
        for (JointFit fit : JointFit.values()) {
            JointReport.Outcome outcome = columns.hasShares() && fit.column().isShared()
                    ? JointReport.ofShares(fit)
                    : new JointReport(fit, new JointRows(columns, fit, skipZeroes)).write();
            joint.put(fit.label(), outcome.tree());
            outcome.slopes().forEach((term, slope) -> result.figure(column(fit, term), AnalysisValue.of(slope)));
            warnings.addAll(outcome.warnings());
        }
        result.detail("joint", joint.build());
        if (columns.hasShares()) {
            TokenWork work = TokenWork.of(columns);
            List<StepRegression> steps = StepRegression.of(run.summary().totals().devices(), work);
            result.detail("steps", steps.stream().map(StepRegression::tree).toList());
            steps.forEach(device -> device.warning().ifPresent(warnings::add));
            result.figures(StepRegression.summary(steps));
            if (steps.isEmpty()) {
                warnings.add(work.hasAnswerTokens() ? NO_STEPS : NO_TOKENS);
            }
        }
        warnings.addAll(run.summary().warnings());
        return result.warnings(warnings).build();
    }

    private static Provenance provenance(RunReader run, RegressionColumns columns) {
        EnergyReading devices = run.summary().totals().deviceEnergy();
        if (!devices.isAvailable()) {
            return columns.source();
        }
        return columns.hasShares() ? Provenance.ESTIMATED : devices.provenance();
    }

    private static AnalysisColumn column(JointFit fit, String term) {
        return term.equals("intercept")
                ? AnalysisColumn.estimate(fit.label() + "_" + term, fit.column().unit())
                : AnalysisColumn.estimate(fit.label() + "_per_" + term.replace("tokens", "token"),
                        fit.column().unit() + "/token");
    }

    private static String basis(RunSummary summary, Column column) {
        return column == Column.GPU_JOULES || column == Column.GPU_WATTS ? "gpu" : summary.totals().headlineScope();
    }

    private List<String> zeroWarnings(RegressionColumns columns) {
        Map<String, Column> named = new LinkedHashMap<>();
        named.put("energy", LineFit.energy(columns));
        named.put("power", LineFit.power(columns));
        named.put("time to first token", Column.TIME_TO_FIRST_TOKEN);
        named.put("latency", Column.TOTAL_TIME);
        named.put("output tokens", Column.OUTPUT_TOKENS);
        named.put("input tokens", Column.INPUT_TOKENS);
        List<String> warnings = new ArrayList<>();
        named.forEach((name, column) -> {
            long zeros = columns.zeros(column);
            if (zeros > 0) {
                boolean kept = !skipZeroes && !name.equals("power");
                warnings.add(zeros + " of " + columns.rows() + " queries have zero " + name + "; they "
                        + (kept ? "are in the fits (skip_zeroes=true leaves them out)" : "are left out of its lines"));
            }
        });
        return warnings;
    }
}
