package dev.ipw.examples.programs;

import dev.ipw.inference.InferenceClient;
import dev.ipw.junit.contract.InferenceClientContract;

class CalculatorTests extends InferenceClientContract {
    @Override
    protected InferenceClient client() {
        return new Calculator();
    }
}
