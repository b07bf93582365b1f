package dev.ipw.profile.internal;

import dev.ipw.dataset.ArrivalTrace;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.load.LoadShape;
import dev.ipw.shard.ShardSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What is left to ask of a run that is resumed, and when. */
class QuestionsTests {
    private final List<String> looked = new ArrayList<>();

    private Questions questions(boolean endless, Set<String> kept) {
        List<PlannedQuestion> planned = IntStream.range(0, 4)
                .mapToObj(i -> new PlannedQuestion(DatasetRecord.of("q" + i, "question " + i, "yes"), "exact"))
                .toList();
        return new Questions(planned, endless ? Integer.MAX_VALUE : 1, one -> {
            looked.add(one.question().id());
            return kept.contains(one.question().id());
        }, ShardSpec.WHOLE);
    }

    private static List<String> ids(Optional<PlannedQuestion> next) {
        return next.stream().map(one -> one.question().id()).toList();
    }

    @Test
    void whatIsKeptAtTheFrontIsPassedOverBeforehand() {
        Questions questions = questions(true, Set.of("q0", "q1", "q2", "q3", "q0#2", "q2#2"));
        questions.skipAnswered();
        looked.clear();
        assertThat(ids(questions.next())).containsExactly("q1#2");
        assertThat(looked).containsExactly("q1#2");
        assertThat(ids(questions.next())).containsExactly("q3#2");
    }

    @Test
    void nothingComesAfterTheLast() {
        Questions questions = questions(false, Set.of("q0", "q1", "q2", "q3"));
        questions.skipAnswered();
        assertThat(questions.next()).isEmpty();
        assertThat(questions.isAnsweredAt(3)).isTrue();
        assertThat(questions.isAnsweredAt(4)).isFalse();
        Questions none = new Questions(List.of(), Integer.MAX_VALUE, one -> true, ShardSpec.WHOLE);
        none.skipAnswered();
        assertThat(none.next()).isEmpty();
    }

    @Test
    void aReplayGoesOnWithTheTimesOfWhatIsLeft() {
        List<ArrivalTrace.Request> requests = IntStream.of(0, 10, 40, 50, 90)
                .mapToObj(offset -> new ArrivalTrace.Request(offset, OptionalInt.of(5), OptionalInt.empty(),
                        Optional.empty()))
                .toList();
        LoadShape.Replay replay = new LoadShape.Replay(new ArrivalTrace("made up", requests), 2);
        LongSupplier arrivals = replay.arrivals(index -> index < 2 || index == 3);
        assertThat(List.of(arrivals.getAsLong(), arrivals.getAsLong(), arrivals.getAsLong()))
                .containsExactly(0L, 25L, Long.MAX_VALUE);
        assertThat(replay.arrivals(index -> true).getAsLong()).isEqualTo(Long.MAX_VALUE);
    }
}
