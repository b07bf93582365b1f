package com.example.plugins;

import dev.ipw.analysis.Analysis;
import dev.ipw.analysis.AnalysisColumn;
import dev.ipw.analysis.AnalysisProvider;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.AnalysisValue;
import dev.ipw.energy.EnergyReading;
import dev.ipw.error.ConfigurationException;
import dev.ipw.plugin.Parameters;
import dev.ipw.results.RunReader;
import java.util.ArrayList;
import java.util.List;

/** The provider of the CO2 of a run's joules: {@code --analysis carbon --option grams_per_kwh=350}. */
public final class CarbonProvider implements AnalysisProvider {
    private static final double JOULES_PER_KWH = 3_600_000;

    @Override
    public String id() {
        return "carbon";
    }

    @Override
    public String description() {
        return "grams of CO2e";
    }

    @Override
    public Analysis create(Parameters parameters) {
        double perKwh = parameters.number("grams_per_kwh").orElseThrow(
                () -> new ConfigurationException("The analysis carbon needs grams_per_kwh, the CO2e of your grid"));
        parameters.rejectUnknown();
        return run -> AnalysisResult.builder("carbon", "Carbon of the run")
                .figure(AnalysisColumn.number("co2e", "g").labelled("CO2e of the queries"), grams(run, perKwh))
                .build();
    }

    private static AnalysisValue grams(RunReader run, double perKwh) {
        List<EnergyReading> readings = new ArrayList<>();
        run.forEachQuery(query -> readings.add(query.headline()));
        return readings.stream().reduce(EnergyReading::plus)
                .map(sum -> sum.joules().isPresent()
                        ? AnalysisValue.of(sum.joules().getAsDouble() / JOULES_PER_KWH * perKwh).from(sum.provenance())
                        : AnalysisValue.absent(sum.reason().orElse("the joules are unknown")))
                .orElse(AnalysisValue.absent("the run has no query"));
    }
}
