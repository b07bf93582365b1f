package dev.ipw.junit.contract;

import dev.ipw.telemetry.TelemetryProvider;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass
@MethodSource("dev.ipw.junit.contract.Shipped#collectors")
final class ShippedCollectorsTests extends TelemetryProviderContract {
    private final TelemetryProvider provider;

    ShippedCollectorsTests(TelemetryProvider provider) {
        this.provider = provider;
    }

    @Override
    protected TelemetryProvider provider() {
        return provider;
    }
}
