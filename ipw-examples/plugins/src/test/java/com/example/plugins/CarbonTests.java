package com.example.plugins;

import dev.ipw.analysis.AnalysisProvider;
import dev.ipw.junit.contract.AnalysisProviderContract;
import java.util.Map;

class CarbonTests extends AnalysisProviderContract {
    @Override
    protected AnalysisProvider provider() {
        return new CarbonProvider();
    }

    @Override
    protected Map<String, String> parameters() {
        return Map.of("grams_per_kwh", "350");
    }
}
