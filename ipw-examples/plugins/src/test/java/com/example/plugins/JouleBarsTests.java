package com.example.plugins;

import dev.ipw.analysis.VisualizationProvider;
import dev.ipw.junit.contract.VisualizationProviderContract;

class JouleBarsTests extends VisualizationProviderContract {
    @Override
    protected VisualizationProvider provider() {
        return new JouleBarsProvider();
    }
}
