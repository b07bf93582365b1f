package dev.ipw.benchmarks.dataset;

import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetContext;
import dev.ipw.dataset.DatasetProvider;
import dev.ipw.dataset.SyntheticDatasetProvider;
import dev.ipw.plugin.Parameters;
import java.util.HashMap;
import java.util.Map;

/**
 * The provider of the Python original's {@code fixed_length}: passages of a given length to sum up, each with a
 * beginning of its own so that the model cannot answer from a cache. Parameters: {@code prompt_length},
 * {@code num_samples}, {@code output_tokens} and {@code seed}. It is the dataset {@code synthetic} under the original's
 * names.
 */
public final class FixedLength implements DatasetProvider {
    @Override
    public String id() {
        return "fixed-length";
    }

    @Override
    public String description() {
        return "made-up passages of one length: prompt_length, num_samples, output_tokens, seed";
    }

    @Override
    public Dataset open(DatasetContext context, Parameters parameters) {
        Map<String, String> renamed = new HashMap<>();
        renamed.put("input_tokens", parameters.text("prompt_length").orElse("100"));
        renamed.put("count", parameters.text("num_samples").orElse("8"));
        parameters.text("output_tokens").ifPresent(value -> renamed.put("output_tokens", value));
        parameters.text("seed").ifPresent(value -> renamed.put("seed", value));
        return new SyntheticDatasetProvider().open(context, Parameters.of("dataset " + id(), renamed));
    }
}
