package dev.ipw;

import dev.ipw.error.ConfigurationException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

class ProfilerBuilderTests {
    private static final int MAX_METHODS = 20;

    @Test
    void hasFewMethodsAndNoFieldThatOthersRead() {
        assertThat(Arrays.stream(ProfilerBuilder.class.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers())).filter(method -> !method.isSynthetic()))
                .hasSizeLessThanOrEqualTo(MAX_METHODS);
        assertThat(ProfilerBuilder.class.getDeclaredFields()).extracting(Field::getModifiers)
                .allMatch(Modifier::isPrivate);
    }

    static Stream<Arguments> bad() {
        return Stream.of(bad("The number of queries (maxQueries(...)) must", builder -> builder.maxQueries(0)),
                bad("How often each question is asked (epochs(...)) must",
                        builder -> builder.questions(asked -> asked.epochs(0))),
                bad("The system prompt (system(...)) is empty",
                        builder -> builder.questions(asked -> asked.system(" "))),
                bad("65537 characters", builder -> builder.questions(asked -> asked.system("a".repeat(65_537)))),
                bad("answers evaluated at once", builder -> builder.evaluation(by -> by.concurrency(0))),
                bad("time to evaluate an answer", builder -> builder.evaluation(by -> by.timeout(Duration.ZERO))),
                bad("number of warm-up queries", builder -> builder.measurement(how -> how.warmupQueries(-1))),
                bad("The idle time before and after the run",
                        builder -> builder.measurement(how -> how.idleSeconds(Double.NaN))),
                bad("The idle time before and after the run",
                        builder -> builder.measurement(how -> how.idleSeconds(601))),
                bad("A cool-down (coolDown(...)) lasts",
                        builder -> builder.measurement(how -> how.coolDown(Duration.ofHours(2)))),
                bad("one folder name", builder -> builder.storage(where -> where.runName("a/b"))),
                bad("is no address", builder -> builder.client(it -> it.baseUrl("http://a b"))),
                bad("call client(...)", ProfilerBuilder::build),
                bad("Client openai needs a model", builder -> builder.client(it -> it.baseUrl("127.0.0.1:1")).build()),
                bad("made with them already",
                        builder -> builder.client(new FakeClient(prompt -> "1")).model("m").build()),
                bad("made with them already", builder -> builder.client(new FakeClient(prompt -> "1"))
                        .dataset(new FakeDataset(List.of())).questions(
                                asked -> asked.parameters(Map.of("a", "b")))
                        .build()));
    }

    private static Arguments bad(String message, Consumer<ProfilerBuilder> mistake) {
        return arguments(message, mistake);
    }

    @ParameterizedTest
    @MethodSource("bad")
    void saysWhatIsWrongAndWhere(String message, Consumer<ProfilerBuilder> mistake) {
        assertThatThrownBy(() -> mistake.accept(Profiler.builder())).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(message);
    }
}
