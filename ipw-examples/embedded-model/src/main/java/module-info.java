import dev.ipw.dataset.DatasetProvider;
import dev.ipw.examples.embedded.ArithmeticDatasetProvider;
import dev.ipw.examples.embedded.EmbeddedClientProvider;
import dev.ipw.inference.InferenceClientProvider;

/** A small language model that runs in process, and the questions it was trained to answer. */
module dev.ipw.examples.embedded {
    requires transitive dev.ipw.core;
    requires static org.jspecify;

    exports dev.ipw.examples.embedded;

    provides InferenceClientProvider with EmbeddedClientProvider;
    provides DatasetProvider with ArithmeticDatasetProvider;
}
