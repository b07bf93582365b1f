package dev.ipw.dataset;

import dev.ipw.dataset.DatasetRecord.TokenLengths;
import dev.ipw.dataset.DatasetRecord.Turn;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class DatasetRecordTests {
    private static final DatasetRecord FULL = DatasetRecord.builder("q", "one").answer("2").subject("s")
            .evaluator("exact").choices(List.of("1", "2")).system("above")
            .turns(Turn.of("one"), new Turn("two", Duration.ofSeconds(1), Optional.of("2")))
            .lengths(new TokenLengths(OptionalInt.of(5), OptionalInt.of(6))).metadata(Map.of("k", 1L)).build();

    @Test
    void changesNothingThatIsNotSaid() {
        assertThat(FULL.toBuilder().build()).isEqualTo(FULL);
        DatasetRecord other = FULL.toBuilder().problem("first").build();
        assertThat(other.turns()).containsExactly(Turn.of("first"), FULL.turns().getLast());
        assertThat(other.lengths()).isEqualTo(FULL.lengths());
    }

    @Test
    void namesEachEpochAndItsQuestion() {
        DatasetRecord third = FULL.inEpoch(3);
        assertThat(third.id()).isEqualTo("q#3");
        assertThat(third.epoch()).isEqualTo(3);
        assertThat(third.questionId()).isEqualTo("q");
        assertThat(third.inEpoch(1)).isEqualTo(FULL);
        assertThat(third.inEpoch(2).id()).isEqualTo("q#2");
        assertThat(DatasetRecord.of("a#2", "?", "").questionId()).isEqualTo("a#2");
        assertThat(DatasetRecord.of("a#2", "?", "").inEpoch(2).questionId()).isEqualTo("a#2");
    }

    @Test
    void refusesWhatDoesNotFitTogether() {
        assertThatIllegalArgumentException().isThrownBy(() -> FULL.inEpoch(0)).withMessageContaining("epoch 0");
        assertThatIllegalArgumentException().isThrownBy(() -> FULL.inEpoch(2).withId("other"))
                .withMessageContaining("'other'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DatasetRecord.builder("q", "one").turns(Turn.of("two")).build())
                .withMessageContaining("must ask its problem");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Turn("?", Duration.ofSeconds(-1), Optional.empty()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TokenLengths(OptionalInt.of(0), OptionalInt.empty()));
    }

    @Test
    void hashesTurnsInstructionsAndLengths() {
        DatasetRecord plain = DatasetRecord.of("q", "one", "2");
        List<DatasetRecord> all = List.of(plain, plain.toBuilder().system("above").build(),
                plain.toBuilder().turns(Turn.of("one"), Turn.of("two")).build(),
                plain.toBuilder().turns(Turn.of("one"), new Turn("two", Duration.ofSeconds(1), Optional.empty()))
                        .build(),
                plain.toBuilder().turns(Turn.of("one"), new Turn("two", Duration.ZERO, Optional.of("2"))).build(),
                plain.toBuilder().lengths(new TokenLengths(OptionalInt.of(5), OptionalInt.empty())).build(),
                plain.toBuilder().lengths(new TokenLengths(OptionalInt.empty(), OptionalInt.of(5))).build());
        assertThat(all.stream().map(Fingerprint::of)).doesNotHaveDuplicates();
        assertThat(Fingerprint.of(FULL.inEpoch(2))).isEqualTo(Fingerprint.of(FULL));
    }
}
