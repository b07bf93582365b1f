package dev.ipw.junit.contract;

import dev.ipw.inference.InferenceClient;
import dev.ipw.junit.fake.FakeInferenceClient;
import java.util.Optional;

final class FakeInferenceClientTests extends InferenceClientContract {
    @Override
    protected InferenceClient client() {
        return FakeInferenceClient.answering(prompt -> "The answer is 4.");
    }

    @Override
    protected Optional<InferenceClient> refusedClient() {
        return Optional.of(FakeInferenceClient.refusing());
    }
}
