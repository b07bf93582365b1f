package com.example.plugins;

import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetContext;
import dev.ipw.dataset.DatasetProvider;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.plugin.Parameters;
import java.util.stream.Stream;

/** The provider of questions about the weather: {@code --dataset weather}. */
public final class WeatherProvider implements DatasetProvider {
    @Override
    public String id() {
        return "weather";
    }

    @Override
    public String description() {
        return "Questions about the weather";
    }

    @Override
    public Dataset open(DatasetContext context, Parameters parameters) {
        parameters.rejectUnknown();
        return new Weather();
    }

    private static final class Weather implements Dataset {
        @Override
        public String id() {
            return "weather";
        }

        @Override
        public Stream<DatasetRecord> records() {
            return Stream.of(
                    DatasetRecord.of("freezing", "At how many degrees Celsius does water freeze?", "0"),
                    DatasetRecord.of("boiling", "At how many degrees Celsius does water boil at sea level?", "100"));
        }
    }
}
