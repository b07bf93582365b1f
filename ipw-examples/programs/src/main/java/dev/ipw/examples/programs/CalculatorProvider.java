package dev.ipw.examples.programs;

import dev.ipw.inference.ClientOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceClientProvider;

/** The provider of the calculator under an id, listed in {@code module-info.java} and in {@code META-INF/services}. */
public final class CalculatorProvider implements InferenceClientProvider {
    /** Creates the provider. */
    public CalculatorProvider() {}

    @Override
    public String id() {
        return "calculator";
    }

    @Override
    public String description() {
        return "adds two whole numbers";
    }

    @Override
    public InferenceClient create(ClientOptions options) {
        options.parameters().rejectUnknown();
        return new Calculator();
    }
}
