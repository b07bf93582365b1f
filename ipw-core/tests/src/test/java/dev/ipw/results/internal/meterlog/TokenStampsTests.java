package dev.ipw.results.internal.meterlog;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class TokenStampsTests {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void keepsEachTimeAndCount(long seed) {
        Random random = new Random(seed);
        int count = random.nextInt(2000);
        TokenStamps stamps = new TokenStamps(new long[count], new float[count]);
        for (int i = 0; i < count; i++) {
            stamps.micros()[i] = random.nextInt(10) == 0 ? random.nextLong() >> random.nextInt(64) : i * 20_000L;
            stamps.tokens()[i] = switch (random.nextInt(4)) {
                case 0 -> random.nextFloat() * 10;
                case 1 -> random.nextInt(100);
                default -> 1;
            };
        }
        TokenStamps read = TokenStamps.unpacked(stamps.packed());
        assertThat(read.micros()).isEqualTo(stamps.micros());
        assertThat(read.tokens()).isEqualTo(stamps.tokens());
    }

    @ParameterizedTest
    @ValueSource(ints = {20_000, 50_000, 8_000})
    void takesLessThanThreeBytesAToken(int stepMicros) {
        Random random = new Random(7);
        TokenStamps stamps = new TokenStamps(new long[250], new float[250]);
        long at = 86_400_000_000L;
        for (int i = 0; i < 250; i++) {
            at += stepMicros + (long) (random.nextGaussian() * 0.1 * stepMicros);
            stamps.micros()[i] = at;
            stamps.tokens()[i] = 1;
        }
        assertThat(stamps.packed().length() / 250.0).isLessThan(3);
    }

    @Test
    void refusesWhatIsNotPacked() {
        assertThatThrownBy(() -> TokenStamps.unpacked("////")).isInstanceOf(IllegalArgumentException.class);
        String packed = new TokenStamps(new long[]{1, 2, 3}, new float[]{1, 1, 1}).packed();
        for (int length = 1; length < packed.length(); length++) {
            String cut = packed.substring(0, length);
            assertThatThrownBy(() -> TokenStamps.unpacked(cut)).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
