package com.example.plugins;

import dev.ipw.junit.contract.TelemetryProviderContract;
import dev.ipw.telemetry.TelemetryProvider;

class WallMeterProviderTests extends TelemetryProviderContract {
    @Override
    protected TelemetryProvider provider() {
        return new WallMeterProvider();
    }
}
