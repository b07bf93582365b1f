package dev.ipw.benchmarks;

import dev.ipw.dataset.DatasetProvider;
import dev.ipw.dataset.PromptTemplate;
import java.util.List;
import org.apiguardian.api.API;

/** The provider of a benchmark as a dataset, with its description and examples. */
@API(status = API.Status.EXPERIMENTAL)
public interface BenchmarkProvider extends DatasetProvider {
    /**
     * Describes the benchmark.
     *
     * @return its source and its needs
     */
    Benchmark benchmark();

    /**
     * Returns the prompt templates that the dataset has without parameters.
     *
     * @return the templates, the default first
     */
    List<PromptTemplate> promptTemplates();

    /**
     * Reads examples in the benchmark's own form. They need no network.
     *
     * @return the examples, at least two
     */
    List<BenchmarkExample> examples();

    @Override
    default String id() {
        return benchmark().id();
    }

    @Override
    default String description() {
        return benchmark().title();
    }
}
