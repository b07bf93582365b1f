package com.example.plugins;

import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetContext;
import dev.ipw.junit.contract.DatasetContract;
import dev.ipw.plugin.Parameters;

class WeatherTests extends DatasetContract {
    @Override
    protected Dataset dataset() {
        return new WeatherProvider().open(DatasetContext.system(), Parameters.none("weather"));
    }
}
