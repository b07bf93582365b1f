package dev.ipw.dataset;

import dev.ipw.dataset.DatasetRecord.TokenLengths;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Generated prompts of given lengths for answers of given lengths.
 *
 * @param count  the number of prompts
 * @param input  tokens of a prompt
 * @param output tokens of an answer
 * @param seed   decides on the lengths
 * @param text   writes prompts to a length
 */
record SyntheticDataset(int count, LengthDistribution input, LengthDistribution output, long seed,
        SyntheticText text) implements Dataset {
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
        return IntStream.range(0, count).mapToObj(index -> record(index, input.draw(lengths), output.draw(lengths)));
    }

    private DatasetRecord record(int index, int inputTokens, int outputTokens) {
        String id = String.format(Locale.ROOT, "synthetic-%06d", index + 1);
        return DatasetRecord.builder(id, text.write(inputTokens, seed + id))
                .lengths(new TokenLengths(OptionalInt.of(inputTokens), OptionalInt.of(outputTokens)))
                .metadata(SyntheticText.marked(Map.of())).build();
    }
}
