package dev.ipw.cli.monitor;

import dev.ipw.error.ConfigurationException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class MonitorOptionsTests {
    @Test
    void showsEachSecondUntilInterrupted() {
        MonitorOptions options = parse();
        options.check();
        assertThat(options.interval()).isEqualTo(Duration.ofSeconds(1));
        assertThat(options.duration()).isEmpty();
        assertThat(options.serveAddress()).isEmpty();
    }

    @Test
    void takesPartsOfASecond() {
        MonitorOptions options = parse("--interval", "0.25", "--duration", "90.5");
        options.check();
        assertThat(options.interval()).isEqualTo(Duration.ofMillis(250));
        assertThat(options.duration()).contains(Duration.ofMillis(90_500));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--interval 0", "--interval -1", "--interval 0.05", "--interval NaN", "--interval Infinity",
            "--duration 0", "--duration -5", "--duration 1e12", "--telemetry none"})
    void refusesWhatCannotWork(String typed) {
        MonitorOptions options = parse(typed.split(" "));
        assertThatThrownBy(options::check).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(typed.split(" ")[0]);
    }

    @Test
    void refusesAnIntervalWhereNothingIsShown() {
        MonitorOptions options = parse("--serve", "9400", "--interval", "2");
        assertThatThrownBy(options::check).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("--interval").hasMessageContaining("--serve");
    }

    @ParameterizedTest
    @CsvSource({"9400,127.0.0.1,9400", "127.0.0.1:0,127.0.0.1,0", "0.0.0.0:9400,0.0.0.0,9400", "[::1]:9400,::1,9400"})
    void readsWhereToServe(String typed, String host, int port) throws Exception {
        InetSocketAddress address = parse("--serve", typed).serveAddress().orElseThrow();
        assertThat(address.getAddress()).isEqualTo(InetAddress.getByName(host));
        assertThat(address.getPort()).isEqualTo(port);
    }

    @Test
    void servesThisMachineOnlyUnlessAHostIsNamed() {
        assertThat(parse("--serve", "0").serveAddress().orElseThrow().getAddress().isLoopbackAddress()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", ":9400", "127.0.0.1", "127.0.0.1:", "127.0.0.1:port", "127.0.0.1:65536",
            "127.0.0.1:-1", "http://127.0.0.1:9400", "::1:9400", "127.0.0.1:9400/metrics", "999.0.0.1:9400",
            "[::zz]:9400"})
    void refusesWhatIsNoAddress(String typed) {
        MonitorOptions options = parse("--serve", typed);
        assertThatThrownBy(options::serveAddress).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("--serve");
    }

    private static MonitorOptions parse(String... arguments) {
        OptionsOnly command = new OptionsOnly();
        new CommandLine(command).parseArgs(arguments);
        return command.options;
    }

    @Command(name = "monitor")
    private static final class OptionsOnly {
        @Mixin
        private final MonitorOptions options = new MonitorOptions();
    }
}
