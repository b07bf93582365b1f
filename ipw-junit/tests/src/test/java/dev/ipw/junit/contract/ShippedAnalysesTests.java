package dev.ipw.junit.contract;

import dev.ipw.analysis.AnalysisProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass
@MethodSource("dev.ipw.junit.contract.Shipped#analyses")
@Tag("real-time")
final class ShippedAnalysesTests extends AnalysisProviderContract {
    private final AnalysisProvider provider;

    ShippedAnalysesTests(AnalysisProvider provider) {
        this.provider = provider;
    }

    @Override
    protected AnalysisProvider provider() {
        return provider;
    }
}
