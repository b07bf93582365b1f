package dev.ipw.results.internal.format;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.dataset.DatasetRecord.TokenLengths;
import dev.ipw.dataset.DatasetRecord.Turn;
import dev.ipw.internal.tree.TreeReader;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** The columns of a question's settings: repeats, instructions, turns, length. */
final class AskedColumns extends Columns<DatasetRecord> {
    private final Column<DatasetRecord, OptionalInt> epoch = integer("epoch",
            "repetition of the question, from 1", question -> OptionalInt.of(question.epoch()));
    private final Column<DatasetRecord, Optional<String>> system = optionalText("system",
            "system instructions", DatasetRecord::system);
    private final Column<DatasetRecord, List<Turn>> turns = structs("turns", "the turns of a conversation",
            new TurnColumns(), DatasetRecord::turns);
    private final Column<DatasetRecord, Optional<TokenLengths>> lengths = optionalStruct("token_lengths",
            "the requested lengths", new LengthColumns(), question -> Optional.of(question.lengths()));

    int epoch(TreeReader row) {
        return epoch.in(row).orElse(1);
    }

    Optional<String> system(TreeReader row) {
        return system.in(row);
    }

    List<Turn> turns(TreeReader row) {
        return turns.in(row);
    }

    TokenLengths lengths(TreeReader row) {
        return lengths.in(row).orElse(TokenLengths.NONE);
    }

    /** The columns of one turn. */
    private static final class TurnColumns extends StructColumns<Turn> {
        private final Column<Turn, String> text = text("text", "the question", Turn::text);
        private final Column<Turn, Long> delay = moment("delay_nanos", "the person's pause before it",
                turn -> turn.delay().toNanos());
        private final Column<Turn, Optional<String>> answer = optionalText("answer", "the right answer", Turn::answer);

        @Override
        public Turn read(TreeReader row) {
            return new Turn(text.in(row), Duration.ofNanos(delay.in(row)), answer.in(row));
        }
    }

    /** The columns of the lengths of prompt and answer. */
    private static final class LengthColumns extends StructColumns<TokenLengths> {
        private final Column<TokenLengths, OptionalInt> input = integer("input", "tokens of the prompt",
                TokenLengths::input);
        private final Column<TokenLengths, OptionalInt> output = integer("output", "tokens of the answer",
                TokenLengths::output);

        @Override
        public TokenLengths read(TreeReader row) {
            return new TokenLengths(input.in(row), output.in(row));
        }
    }
}
