package dev.ipw.cli.options;

import dev.ipw.error.ConfigurationException;
import dev.ipw.settings.ShardSettings;
import dev.ipw.shard.ShardSpec;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ShardOptionsTests {
    private static Optional<ShardSettings> parse(Map<String, String> environment, String... arguments) {
        Probe probe = new Probe();
        new CommandLine(probe).parseArgs(arguments);
        return probe.options.settings(environment);
    }

    @Test
    void aRunIsWholeUnlessAShardIsAskedFor() {
        assertThat(parse(Map.of("JOB_COMPLETION_INDEX", "3"))).isEmpty();
    }

    @Test
    void readsAShardWithItsServerItsStartAndATakeover() {
        assertThat(parse(Map.of(), "--shard", "7/64")).hasValue(ShardSettings.of(new ShardSpec(7, 64)));
        assertThat(parse(Map.of(), "--shard", "7/64", "--shard-server", "own", "--start-after", "2m", "--take-over"))
                .hasValue(new ShardSettings(new ShardSpec(7, 64), true, Optional.of(Duration.ofMinutes(2)), true));
    }

    @Test
    void findsTheShardInTheEnvironment() {
        Map<String, String> job = Map.of("JOB_COMPLETION_INDEX", "3");
        assertThat(parse(job, "--shard", "env/8").orElseThrow().spec()).isEqualTo(new ShardSpec(3, 8));
        assertThatThrownBy(() -> parse(job, "--shard", "env")).hasMessageContaining("JOB_COMPLETIONS is not set");
    }

    @Test
    void refusesWhatIsAboutNoShardOrCannotBe() {
        assertRefused("add --shard I/N", "--take-over");
        assertRefused("shared or own", "--shard", "0/2", "--shard-server", "mine");
        assertRefused("--start-after must be a time", "--shard", "0/2", "--start-after", "soon");
        assertRefused("must be from 0 to 3600 s", "--shard", "0/2", "--start-after", "2h");
        assertRefused("no shard 2/2", "--shard", "2/2");
    }

    private static void assertRefused(String words, String... arguments) {
        assertThatThrownBy(() -> parse(Map.of(), arguments)).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(words);
    }

    @Command
    private static final class Probe {
        @Mixin
        private final ShardOptions options = new ShardOptions();
    }
}
