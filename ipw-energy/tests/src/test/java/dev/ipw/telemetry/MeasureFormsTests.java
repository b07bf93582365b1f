package dev.ipw.telemetry;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** That this compiles is most of what it shows. */
class MeasureFormsTests {
    private final List<String> done = new ArrayList<>();

    private void work() {
        done.add("work");
    }

    private String value() {
        return "value";
    }

    private void checked() throws IOException {
        done.add("checked");
    }

    private String checkedValue() throws IOException {
        return "checked value";
    }

    String overloaded() {
        return "overloaded";
    }

    String overloaded(String more) {
        return more;
    }

    private <T extends @Nullable Object> List<T> generic() {
        return List.of();
    }

    private static void fail() {
        throw new IllegalStateException("it fails");
    }

    @Test
    void takesMethodReferencesOfEveryKind() throws IOException {
        try (TelemetrySession session = TelemetrySession.builder().discovery(false).open()) {
            Measured<@Nullable Void> plain = session.measure(this::work);
            Measured<String> value = session.measure(this::value);
            Measured<@Nullable Void> checked = session.measure(this::checked);
            Measured<String> checkedValue = session.measure(this::checkedValue);
            Measured<String> overloaded = session.measure(this::overloaded);
            Measured<List<String>> generic = session.measure(this::generic);
            Measured<ArrayList<String>> made = session.measure(ArrayList<String>::new);

            assertThat(List.of(value.value(), checkedValue.value(), overloaded.value()))
                    .containsExactly("value", "checked value", "overloaded");
            assertThat(generic.value()).isEmpty();
            assertThat(made.value()).isEmpty();
            assertThat(List.of(plain, checked))
                    .allMatch(nothing -> nothing.value() == null && !nothing.window().duration().isNegative());
            assertThat(done).containsExactly("work", "checked");
            assertThatThrownBy(() -> session.measure(MeasureFormsTests::fail)).hasMessage("it fails");
        }
    }

    @Test
    void takesLambdasOfEveryKind() throws Exception {
        try (TelemetrySession session = TelemetrySession.builder().discovery(false).open()) {
            Measured<Integer> constant = session.measure(() -> 5);
            Measured<Boolean> statementWithValue = session.measure(() -> done.add("added"));
            Measured<@Nullable Void> block = session.measure(() -> {
                work();
            });
            Measured<@Nullable Void> checkedBlock = session.measure(() -> {
                checked();
            });
            Measured<String> checkedValue = session.measure(() -> {
                return checkedValue();
            });

            assertThat(constant.value()).isEqualTo(5);
            assertThat(statementWithValue.value()).isTrue();
            assertThat(checkedValue.value()).isEqualTo("checked value");
            assertThat(List.of(block, checkedBlock)).hasSize(2);
            assertThatThrownBy(() -> session.measure(() -> {
                throw new IOException("always");
            })).isInstanceOf(IOException.class).hasMessage("always");
        }
    }

    @Test
    void takesWhatIsAtHand() throws Exception {
        Runnable runnable = this::work;
        Supplier<String> supplier = this::value;
        Callable<String> callable = this::checkedValue;
        try (TelemetrySession session = TelemetrySession.builder().discovery(false).open()) {
            Measured<@Nullable Void> ran = session.measure(runnable::run);
            Measured<String> supplied = session.measure(supplier::get);
            Measured<String> called = session.measure(callable::call);

            assertThat(ran.window().duration().isNegative()).isFalse();
            assertThat(supplied.value()).isEqualTo("value");
            assertThat(called.value()).isEqualTo("checked value");
        }
    }

    @Test
    void throwsWhatTheTaskThrows() {
        MeasuredTask<String, IOException> task = () -> {
            throw new IOException("gone");
        };
        MeasuredAction<IOException> action = () -> {
            throw new IOException("gone");
        };

        try (TelemetrySession session = TelemetrySession.builder().discovery(false).open()) {
            assertThatThrownBy(() -> session.measure(task)).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> session.measure(action)).isInstanceOf(IOException.class);
        }
    }
}
