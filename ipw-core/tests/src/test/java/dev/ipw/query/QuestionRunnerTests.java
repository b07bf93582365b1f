package dev.ipw.query;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.dataset.DatasetRecord.TokenLengths;
import dev.ipw.dataset.DatasetRecord.Turn;
import dev.ipw.dataset.PromptTemplate;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.Message;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class QuestionRunnerTests {
    private static final QueryRunner RUNNER = new QuestionRunner(PromptTemplate.defaultTemplate());
    private static final DatasetRecord TALK = DatasetRecord.builder("t", "one").system("Be brief.")
            .turns(Turn.of("one"), new Turn("two", Duration.ofSeconds(2), Optional.empty()),
                    new Turn("three", Duration.ofMillis(5), Optional.of("3")))
            .answer("3").build();

    private static ScriptedSession session() {
        return new ScriptedSession(question -> Optional.of("re " + question));
    }

    @Test
    void aPlainQuestionIsOneCall() throws InterruptedException {
        ScriptedSession session = session();
        QueryOutcome outcome = RUNNER.run(DatasetRecord.of("q", "Why?", "so"), session);
        assertThat(session.requests).extracting(InferenceRequest::messages)
                .containsExactly(List.of(Message.user("Why?")));
        assertThat(session.pauses).isEmpty();
        assertThat(outcome.answer()).isEqualTo("re Why?");
        assertThat(outcome.isPlain()).isTrue();
    }

    @Test
    void anAskedLengthIsInEveryCallsOptions() throws InterruptedException {
        ScriptedSession session = session();
        RUNNER.run(TALK.toBuilder().lengths(new TokenLengths(OptionalInt.empty(), OptionalInt.of(7))).build(), session);
        assertThat(session.requests).hasSize(3)
                .allSatisfy(request -> assertThat(request.options().maxTokens()).hasValue(7));
    }

    @Test
    void eachTurnFollowsTheAnswerBeforeItWithAllThatWasSaid() throws InterruptedException {
        ScriptedSession session = session();
        QueryOutcome outcome = RUNNER.run(TALK, session);
        assertThat(session.requests).extracting(InferenceRequest::messages).containsExactly(
                List.of(Message.system("Be brief."), Message.user("one")),
                List.of(Message.system("Be brief."), Message.user("one"), Message.assistant("re one"),
                        Message.user("two")),
                List.of(Message.system("Be brief."), Message.user("one"), Message.assistant("re one"),
                        Message.user("two"), Message.assistant("re two"), Message.user("three")));
        assertThat(session.pauses).containsExactly(Duration.ofSeconds(2), Duration.ofMillis(5));
        assertThat(outcome.calls()).hasSize(3);
        assertThat(outcome.answer()).isEqualTo("re three");
    }

    @Test
    void aFailedTurnEndsTheConversation() throws InterruptedException {
        ScriptedSession session = new ScriptedSession(
                question -> question.equals("two") ? Optional.empty() : Optional.of("yes"));
        QueryOutcome outcome = RUNNER.run(TALK, session);
        assertThat(session.requests).hasSize(2);
        assertThat(outcome.failure().orElseThrow().kind()).isEqualTo(FailureKind.SERVER_ERROR);
    }

    @Test
    void aConversationThatTheRunCutsShortIsNotFinished() {
        ScriptedSession session = session().endingAfterPauses(1);
        assertThatThrownBy(() -> RUNNER.run(TALK, session)).isInstanceOf(InterruptedException.class);
        assertThat(session.requests).hasSize(2);
    }

    @Test
    void anotherTemplateWritesTheMessages() throws InterruptedException {
        ScriptedSession session = session();
        new QuestionRunner(new Shouting()).run(TALK, session);
        assertThat(session.requests.getLast().messages()).containsExactly(Message.user("ONE!"),
                Message.assistant("re ONE!"), Message.user("two!"), Message.assistant("re two!"),
                Message.user("three!"));
    }

    private static final class Shouting implements PromptTemplate {
        @Override
        public String name() {
            return "shouting";
        }

        @Override
        public int version() {
            return 2;
        }

        @Override
        public List<Message> opening(DatasetRecord record) {
            return List.of(Message.user("ONE!"));
        }

        @Override
        public Message turn(DatasetRecord record, int number) {
            return Message.user(record.turns().get(number - 1).text() + "!");
        }
    }
}
