package dev.ipw.junit.contract;

import dev.ipw.analysis.VisualizationProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass
@MethodSource("dev.ipw.junit.contract.Shipped#pictures")
@Tag("real-time")
final class ShippedPicturesTests extends VisualizationProviderContract {
    private final VisualizationProvider provider;

    ShippedPicturesTests(VisualizationProvider provider) {
        this.provider = provider;
    }

    @Override
    protected VisualizationProvider provider() {
        return provider;
    }
}
