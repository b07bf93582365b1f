import dev.ipw.dataset.DatasetProvider;
import dev.ipw.dataset.StarterDatasetProvider;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.evaluation.rule.ExactEvaluatorProvider;
import dev.ipw.evaluation.rule.MultipleChoiceEvaluatorProvider;
import dev.ipw.evaluation.rule.NumericEvaluatorProvider;
import dev.ipw.inference.InferenceClientProvider;
import dev.ipw.telemetry.TelemetryProvider;

/** Intelligence Per Watt: API, SPIs, run engine, telemetry arithmetic, clients, datasets, evaluators and results. */
module dev.ipw.core {
    requires com.fasterxml.jackson.databind;
    requires commons.math3;
    requires de.siegmar.fastcsv;
    requires java.net.http;
    requires org.apache.arrow.memory.core;
    requires org.apache.arrow.memory.unsafe;
    requires org.apache.arrow.vector;
    requires org.slf4j;
    requires static transitive org.jspecify;

    exports dev.ipw.dataset;
    exports dev.ipw.energy;
    exports dev.ipw.error;
    exports dev.ipw.evaluation;
    exports dev.ipw.inference;
    exports dev.ipw.plugin;
    exports dev.ipw.telemetry;

    uses DatasetProvider;
    uses EvaluatorProvider;
    uses InferenceClientProvider;
    uses TelemetryProvider;

    provides DatasetProvider with StarterDatasetProvider;
    provides EvaluatorProvider with ExactEvaluatorProvider, MultipleChoiceEvaluatorProvider, NumericEvaluatorProvider;
}
