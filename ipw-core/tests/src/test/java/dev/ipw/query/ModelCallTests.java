package dev.ipw.query;

import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.ServerTimings;
import dev.ipw.inference.TokenUsage;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

class ModelCallTests {
    @ParameterizedTest
    @EnumSource(FailureKind.class)
    void chargesNoTokensThatNoServerWorkedOn(FailureKind kind) {
        boolean isWorkedOn = switch (kind) {
            case UNREACHABLE, CONNECT_TIMEOUT, HTTP_STATUS -> false;
            default -> true;
        };

        assertThat(call(Optional.of(kind), TokenUsage.absent()).mayBeCharged()).isEqualTo(isWorkedOn);
    }

    @Test
    void chargesWhatTheServerCountedThoughItRefused() {
        assertThat(call(Optional.of(FailureKind.HTTP_STATUS), TokenUsage.server(5, 0)).mayBeCharged()).isTrue();
        assertThat(call(Optional.empty(), TokenUsage.absent()).mayBeCharged()).isTrue();
    }

    private static ModelCall call(Optional<FailureKind> kind, TokenUsage usage) {
        OptionalLong never = OptionalLong.empty();
        return new ModelCall(1, List.of(),
                new InferenceResponse("", Optional.empty(), usage, Optional.empty(), ServerTimings.UNKNOWN,
                        OptionalDouble.empty()),
                new ResponseTimeline(0, never, never, never, never, never, 1, new long[0]),
                kind.map(one -> new RequestFailure(one, "made to fail")));
    }
}
