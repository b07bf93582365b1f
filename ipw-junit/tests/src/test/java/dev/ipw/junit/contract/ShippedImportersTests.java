package dev.ipw.junit.contract;

import dev.ipw.importing.RunImporterProvider;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass
@MethodSource("dev.ipw.junit.contract.Shipped#importers")
final class ShippedImportersTests extends RunImporterContract {
    private static final Map<String, String> RESULTS = Map.of("aiperf", "aiperf", "guidellm", "guidellm", "ipw",
            "ipw/profile_H10080GB_demo_model_1B_demo",
            "llmeter", "llmeter-a", "meter", "meter", "vllm",
            "vllm/openai-infqps-concurrency2-demo-model-20260131-120010.json");

    private final RunImporterProvider provider;

    ShippedImportersTests(RunImporterProvider provider) {
        this.provider = provider;
    }

    @Override
    protected RunImporterProvider provider() {
        return provider;
    }

    @Override
    protected Path results() {
        return Shipped.projectFile("ipw-import/tests/src/test/resources/dev/ipw/importing")
                .resolve(Objects.requireNonNull(RESULTS.get(provider.id())));
    }
}
