package dev.ipw.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.internal.json.Json;
import dev.ipw.testing.PluginJar;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

@Tag("real-time")
@Tag("process")
class PackagedCommandTests {
    @TempDir
    Path folder;

    private PackagedCommand ipw;

    @BeforeEach
    void prepare() {
        ipw = new PackagedCommand(folder);
    }

    @Test
    void tellsItsVersion() throws Exception {
        assertThat(ipw.run("--version")).isZero();
        assertThat(ipw.out()).matches("ipw \\d+\\.\\d+\\.\\d+\\S* \\(Java \\S+\\)\n");
        assertThat(ipw.err()).isEmpty();
    }

    @Test
    void keepsWrongUseOffTheResult() throws Exception {
        assertThat(ipw.run("list", "nothing")).isEqualTo(2);
        assertThat(ipw.out()).isEmpty();
        assertThat(ipw.err()).contains("nothing", "collectors");
    }

    @Test
    void listsAsJson() throws Exception {
        assertThat(ipw.run("list", "all", "--json")).isZero();
        JsonNode kinds = Json.parse(ipw.out());
        assertThat(kinds.fieldNames()).toIterable().contains("clients", "datasets", "evaluators", "collectors");
        assertThat(ipw.err()).isEmpty();
    }

    @Test
    void tellsThatTheDiskOfItsOutputIsFull() throws Exception {
        Path full = Path.of("/dev/full");
        assumeThat(full).as("a device without room").isWritable();

        assertThat(ipw.await(ipw.startTo(full, "list", "all"))).isEqualTo(ExitCode.SOME_FAILED);
        assertThat(ipw.err()).containsOnlyOnce("Cannot write the result to standard output");
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no shell that holds it back")
    void isQuietWhereItsReaderHasStopped() throws Exception {
        Process process = ipw.startHeld("list", "all");
        process.getInputStream().close();
        process.outputWriter().append("go\n").close();

        assertThat(ipw.await(process)).isEqualTo(ExitCode.CLOSED_PIPE);
        assertThat(ipw.err()).isEmpty();
    }

    @Test
    void describesTheMachineWithoutAWarningOfTheJavaRuntime() throws Exception {
        assertThat(ipw.run("doctor", "--json")).isZero();
        assertThat(Json.parse(ipw.out()).at("/machine/native_access").textValue()).isEqualTo("on");
        assertThat(ipw.err()).isEmpty();
    }

    @Test
    void skipsAPluginThatCannotBeLoadedAndSaysSo() throws Exception {
        Path jar = PluginJar.weather(folder);
        assertThat(ipw.run("--plugins", jar.toString(), "list", "datasets")).isZero();
        assertThat(ipw.out()).contains("weather");
        assertThat(ipw.err()).containsOnlyOnce("Warning: " + jar.getFileName() + ": NotThere not found");
        assertThat(Files.readString(ipw.log)).contains("WARN", "dataset plugin could not be loaded", "NotThere");
    }
}
