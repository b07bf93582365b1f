import dev.ipw.examples.programs.CalculatorProvider;
import dev.ipw.inference.InferenceClientProvider;

/** Small whole programs that use Intelligence Per Watt, and a plugin of their own. */
module dev.ipw.examples.programs {
    requires dev.ipw.core;
    requires static org.jspecify;

    exports dev.ipw.examples.programs;

    provides InferenceClientProvider with CalculatorProvider;
}
