package dev.ipw.dataset;

import dev.ipw.error.ConfigurationException;
import dev.ipw.plugin.Parameters;
import org.apiguardian.api.API;

/**
 * The provider of the dataset {@code synthetic}: generated prompts of exact lengths, each with a beginning of its own,
 * for answers of given lengths. Answers are not evaluated. Parameters: {@code input_tokens} and {@code output_tokens},
 * each a number or a distribution ({@code normal:512:64}, {@code uniform:100..500}), {@code count} and {@code seed}.
 *
 * <p>The server is asked before the run for the number of tokens of a text: a prompt's length is the server's count,
 * its template included.
 */
@API(status = API.Status.EXPERIMENTAL)
public final class SyntheticDatasetProvider implements DatasetProvider {
    static final String ID = "synthetic";
    private static final int INPUT_TOKENS = 512;
    private static final int OUTPUT_TOKENS = 128;
    private static final int COUNT = 100;
    private static final int MAX = 10_000_000;

    /** Creates a provider; {@link java.util.ServiceLoader} calls this. */
    public SyntheticDatasetProvider() {}

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String description() {
        return "made-up prompts of exact lengths: input_tokens, output_tokens, count, seed";
    }

    @Override
    public Dataset open(DatasetContext context, Parameters parameters) {
        int count = parameters.integer("count").orElse(COUNT);
        if (count < 1 || count > MAX) {
            throw new ConfigurationException(
                    "Parameter 'count' of dataset " + ID + " must be from 1 to " + MAX + ", not " + count);
        }
        return new SyntheticDataset(count, lengths(parameters, "input_tokens", INPUT_TOKENS),
                lengths(parameters, "output_tokens", OUTPUT_TOKENS),
                parameters.wholeNumber("seed").orElse(Sampling.DEFAULT_SEED), SyntheticText.unfitted());
    }

    private static LengthDistribution lengths(Parameters parameters, String key, int usual) {
        String text = parameters.text(key).orElse(Integer.toString(usual));
        return LengthDistribution.parse(text).orElseThrow(() -> new ConfigurationException("Parameter '" + key
                + "' of dataset " + ID + " must be " + LengthDistribution.FORMS + ", not '" + text + "'"));
    }
}
