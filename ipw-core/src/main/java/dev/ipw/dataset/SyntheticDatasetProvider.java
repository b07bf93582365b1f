package dev.ipw.dataset;

import dev.ipw.dataset.DatasetRecord.TokenLengths;
import dev.ipw.error.ConfigurationException;
import dev.ipw.plugin.Parameters;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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

    /**
     * Generated prompts of given lengths for answers of given lengths.
     *
     * @param count  the number of prompts
     * @param input  tokens of a prompt
     * @param output tokens of an answer
     * @param seed   decides on the lengths
     * @param text   writes prompts to a length
     */
    private record SyntheticDataset(int count, LengthDistribution input, LengthDistribution output, long seed,
            SyntheticText text) implements Dataset {
        @Override
        public String toString() {
            return "dataset " + id();
        }

        @Override
        public String id() {
            return SyntheticDatasetProvider.ID;
        }

        @Override
        public String defaultEvaluator() {
            return NOT_JUDGED;
        }

        @Override
        public Dataset fitted(TokenCount counter) throws InterruptedException {
            return new SyntheticDataset(count, input, output, seed, SyntheticText.fit(counter, input.typical()));
        }

        @Override
        public Stream<DatasetRecord> records() {
            Random lengths = new Random(seed);
            return IntStream.range(0, count)
                    .mapToObj(index -> record(index, input.draw(lengths), output.draw(lengths)));
        }

        private DatasetRecord record(int index, int inputTokens, int outputTokens) {
            String id = String.format(Locale.ROOT, "synthetic-%06d", index + 1);
            return DatasetRecord.builder(id, text.write(inputTokens, seed + id))
                    .lengths(new TokenLengths(OptionalInt.of(inputTokens), OptionalInt.of(outputTokens)))
                    .metadata(SyntheticText.marked(Map.of())).build();
        }
    }
}
