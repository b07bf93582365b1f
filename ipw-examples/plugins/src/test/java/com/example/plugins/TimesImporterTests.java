package com.example.plugins;

import dev.ipw.importing.RunImporterProvider;
import dev.ipw.junit.contract.RunImporterContract;
import java.nio.file.Path;

class TimesImporterTests extends RunImporterContract {
    @Override
    protected RunImporterProvider provider() {
        return new TimesImporterProvider();
    }

    @Override
    protected Path results() {
        return Path.of("src/test/resources/times.csv");
    }
}
