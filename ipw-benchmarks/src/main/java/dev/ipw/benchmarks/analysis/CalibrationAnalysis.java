package dev.ipw.benchmarks.analysis;

import dev.ipw.analysis.AnalysisColumn;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.AnalysisValue;
import dev.ipw.analysis.FigureScale;
import dev.ipw.analysis.internal.AnalysedRun;
import dev.ipw.analysis.internal.OnePassAnalysis;
import dev.ipw.analysis.internal.RecordGatherer;
import dev.ipw.benchmarks.scoring.CalibrationError;
import dev.ipw.benchmarks.scoring.ConfidentAnswer;
import dev.ipw.record.RecordedQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The analysis of the difference between the confidence that answers state and their accuracy. Answers without a
 * confidence are counted; their confidence is not guessed.
 */
final class CalibrationAnalysis implements OnePassAnalysis {
    /** The analysis' id. */
    static final String ID = "calibration";

    private static final String CONFIDENCE = "confidence";

    @Override
    public Pass begin(AnalysedRun run) {
        Gathered gathered = new Gathered();
        return new Pass(List.of(gathered), () -> analyze(gathered.answers, gathered.scored, gathered.right));
    }

    /** Analyses the gathered answers. */
    static AnalysisResult analyze(List<ConfidentAnswer> answers, long scored, long right) {
        Optional<CalibrationError> error = CalibrationError.of(answers);
        AnalysisValue none = AnalysisValue.absent("no answer with a verdict states its confidence");
        return AnalysisResult.builder(ID, "Stated confidence against accuracy")
                .figure(AnalysisColumn.number("calibration_error", "").labelled("calibration error (root mean square)"),
                        error.map(one -> AnalysisValue.of(one.rootMeanSquare())).orElse(none))
                .figure(AnalysisColumn.number("expected_calibration_error", "").labelled("calibration error (mean)"),
                        error.map(one -> AnalysisValue.of(one.expected())).orElse(none))
                .figure(AnalysisColumn.count("answers_with_confidence"), AnalysisValue.of((long) answers.size()))
                .figure(AnalysisColumn.count("bins"),
                        AnalysisValue.of(error.map(CalibrationError::bins).orElse(0).longValue()))
                .figure(AnalysisColumn.count("answers"), AnalysisValue.of(scored))
                .figure(AnalysisColumn.number("accuracy", "").scaled(FigureScale.PERCENT)
                        .labelled("accuracy over all answers with a verdict"),
                        scored == 0 ? none : AnalysisValue.of((double) right / scored))
                .warnings(answers.size() < scored && !answers.isEmpty()
                        ? List.of(scored - answers.size() + " of " + scored
                                + " answers state no confidence and are not in the calibration error")
                        : List.of())
                .build();
    }

    /** A gatherer of confidence and verdict. */
    private static final class Gathered implements RecordGatherer {
        private final List<ConfidentAnswer> answers = new ArrayList<>();
        private long scored;
        private long right;

        @Override
        public void add(RecordedQuery record) {
            Optional<Boolean> isCorrect = record.isCorrect();
            if (isCorrect.isEmpty()) {
                return;
            }
            scored++;
            right += isCorrect.get() ? 1 : 0;
            record.evaluation().map(one -> one.metadata().get(CONFIDENCE))
                    .ifPresent(text -> answers.add(new ConfidentAnswer(Double.parseDouble(text), isCorrect.get())));
        }
    }
}
