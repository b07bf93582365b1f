package dev.ipw.junit.contract;

import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetContext;
import dev.ipw.dataset.DatasetProvider;
import dev.ipw.plugin.Parameters;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass
@MethodSource("datasets")
final class ShippedDatasetsTests extends DatasetContract {
    private final DatasetProvider provider;

    ShippedDatasetsTests(DatasetProvider provider) {
        this.provider = provider;
    }

    static Stream<DatasetProvider> datasets() {
        return ServiceLoader.load(DatasetProvider.class).stream().map(ServiceLoader.Provider::get)
                .filter(one -> one.getClass().getName().startsWith("dev.ipw."));
    }

    @Override
    protected Dataset dataset() {
        return provider.open(DatasetContext.system().withOffline(true), Parameters.none(provider.id()));
    }
}
