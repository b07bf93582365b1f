package dev.ipw.analysis.internal;

import dev.ipw.analysis.Analysis;
import dev.ipw.analysis.AnalysisProvider;
import dev.ipw.analysis.ServiceLevels;
import dev.ipw.error.ConfigurationException;
import dev.ipw.plugin.Parameters;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The provider of the accuracy analysis. Parameters: {@code slo}, for example {@code ttft=200ms,tpot=30ms};
 * {@code max_evaluation_attempts}, the maximum number of attempts to evaluate an answer without a verdict;
 * {@code evaluator}, used in place of the evaluators that the run names; {@code impute=power}, to fill in missing
 * joules; {@code by=level,category}, fields of the questions' metadata by which the figures are grouped.
 */
public final class AccuracyAnalysisProvider implements AnalysisProvider {
    private static final String IMPUTE = "impute";
    private static final String POWER = "power";

    /** Creates the provider. */
    public AccuracyAnalysisProvider() {}

    @Override
    public String id() {
        return AccuracyAnalysis.ID;
    }

    @Override
    public String description() {
        return "accuracy, intelligence per joule and per watt, by subject and scope; slo=ttft=200ms for right answers in "
                + "time per kJ, max_evaluation_attempts=3 (evaluator=ID) to evaluate again, impute=power, by=FIELD,FIELD";
    }

    @Override
    public Analysis create(Parameters parameters) {
        AccuracyAnalysis analysis = new AccuracyAnalysis();
        Optional<ServiceLevels> levels = parameters.text("slo").map(ServiceLevels::parse);
        if (levels.isPresent()) {
            analysis = analysis.within(levels.get());
        }
        int attempts = parameters.integer("max_evaluation_attempts").orElse(0);
        if (parameters.text("max_evaluation_attempts").isPresent()) {
            analysis = analysis.evaluatingAgain(attempts);
        }
        Optional<String> evaluator = parameters.text("evaluator");
        if (evaluator.isPresent()) {
            if (analysis.evaluationAttempts().isEmpty()) {
                throw new ConfigurationException(
                        "Option evaluator names the evaluator of a further attempt: give it together with "
                                + "max_evaluation_attempts, for example 3");
            }
            analysis = analysis.evaluatingBy(evaluator.get().strip());
        }
        Optional<String> impute = parameters.text(IMPUTE);
        if (impute.isPresent()) {
            if (!impute.get().strip().equals(POWER)) {
                throw new ConfigurationException(
                        "Option impute can only be power (watts times seconds), not '" + impute.get() + "'");
            }
            analysis = analysis.imputingFromPower();
        }
        Optional<String> fields = parameters.text("by");
        if (fields.isPresent()) {
            analysis = analysis.groupedBy(fields(fields.get()));
        }
        parameters.rejectUnknown();
        return analysis;
    }

    private static List<String> fields(String typed) {
        List<String> fields = Stream.of(typed.split(",", -1)).map(String::strip).distinct().toList();
        if (fields.contains("")) {
            throw new ConfigurationException(
                    "Option by names fields with commas between them, such as by=level,subject;"
                            + " one of them is empty");
        }
        return fields;
    }
}
