package dev.ipw.shard;

import dev.ipw.error.ConfigurationException;
import java.util.Arrays;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ShardSpecTests {
    @Test
    void everyNumberIsInExactlyOneShard() {
        SplittableRandom random = new SplittableRandom(7);
        for (int draw = 0; draw < 200; draw++) {
            int count = random.nextInt(1, 40);
            int whole = random.nextInt(0, 300);
            long[] all = IntStream.range(0, count).mapToObj(index -> new ShardSpec(index, count))
                    .flatMapToLong(shard -> {
                        assertThat(shard.numbers(whole).count()).isEqualTo(shard.partOf(whole));
                        assertThat(shard.numbers(whole).allMatch(shard::contains)).isTrue();
                        return shard.numbers(whole);
                    }).sorted().toArray();
            assertThat(all).isEqualTo(LongStream.range(0, whole).toArray());
        }
    }

    @Test
    void concurrencyIsDealtWithTheRestToTheFirst() {
        assertThat(IntStream.range(0, 4).mapToLong(index -> new ShardSpec(index, 4).partOf(5))).containsExactly(2L, 1L,
                1L, 1L);
    }

    @Test
    void isParsedAsItIsWritten() {
        ShardSpec shard = ShardSpec.parse(" 7/64");
        assertThat(shard).isEqualTo(new ShardSpec(7, 64)).hasToString("7/64");
        assertThat(shard.folderName()).isEqualTo("shard-00007-of-00064");
        assertThat(ShardSpec.ofFolderName(shard.folderName())).hasValue(shard);
        assertThat(ShardSpec.ofFolderName("shard-00064-of-00064")).isEmpty();
        assertThat(ShardSpec.ofFolderName(null)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"4/4", "1/0", "-1/4", "7", "a/b", "1/100000", "1/2/3", ""})
    void refusesWhatIsNoShard(String text) {
        assertThatThrownBy(() -> ShardSpec.parse(text)).isInstanceOf(ConfigurationException.class);
    }

    @Test
    void isFoundInTheVariablesOfKubernetesAndSlurm() {
        assertThat(ShardSpec.fromEnvironment(Map.of("JOB_COMPLETION_INDEX", "3"), OptionalInt.of(8)))
                .isEqualTo(new ShardSpec(3, 8));
        assertThat(ShardSpec.fromEnvironment(Map.of("JOB_COMPLETION_INDEX", "3", "JOB_COMPLETIONS", "8")))
                .isEqualTo(new ShardSpec(3, 8));
        Map<String, String> array = Map.of("SLURM_ARRAY_TASK_ID", "5", "SLURM_ARRAY_TASK_MIN", "1",
                "SLURM_ARRAY_TASK_STEP", "2", "SLURM_ARRAY_TASK_COUNT", "4");
        assertThat(ShardSpec.fromEnvironment(array)).isEqualTo(new ShardSpec(2, 4));
    }

    @Test
    void saysWhichVariableIsMissingOrWrong() {
        assertRefused(Map.of(), "JOB_COMPLETION_INDEX", "SLURM_ARRAY_TASK_ID");
        assertRefused(Map.of("JOB_COMPLETION_INDEX", "3"), "JOB_COMPLETIONS is not set");
        assertRefused(Map.of("JOB_COMPLETION_INDEX", "x", "JOB_COMPLETIONS", "8"), "JOB_COMPLETION_INDEX must be");
        assertRefused(Map.of("JOB_COMPLETION_INDEX", "3", "SLURM_ARRAY_TASK_ID", "3"), "Both");
        assertRefused(Map.of("SLURM_ARRAY_TASK_ID", "9", "SLURM_ARRAY_TASK_MIN", "1", "SLURM_ARRAY_TASK_COUNT", "3"),
                "0-2");
        assertThatThrownBy(() -> ShardSpec.fromEnvironment(
                Map.of("SLURM_ARRAY_TASK_ID", "1", "SLURM_ARRAY_TASK_COUNT", "3"), OptionalInt.of(4)))
                .hasMessageContaining("SLURM_ARRAY_TASK_COUNT is 3, but 4");
    }

    private static void assertRefused(Map<String, String> environment, String... words) {
        assertThatThrownBy(() -> ShardSpec.fromEnvironment(environment)).isInstanceOf(ConfigurationException.class)
                .satisfies(refused -> Arrays.stream(words)
                        .forEach(word -> assertThat(refused).hasMessageContaining(word)));
    }
}
