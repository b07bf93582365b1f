package dev.ipw.agents.servers;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The commands of servers, the GPUs that they get, and presets. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the programs are shell scripts")
class ServerPlannerTests {
    private static final double GIGA = 1e9;

    @TempDir
    Path folder;

    private FakePrograms programs() {
        return new FakePrograms(folder);
    }

    private String line(ServerSpec spec, ServerPlacement placement, List<GpuMemory> gpus) throws IOException {
        for (String name : List.of("vllm", "python3", "llama-server", "ollama", "podman", "docker")) {
            programs().script(name, "exit 1");
        }
        return programs().planner(gpus).plan(spec, 8123, placement).line().replace(folder + "/", "");
    }

    private String line(ServerSpec spec) throws IOException {
        return line(spec, ServerPlacement.DEFAULT, List.of());
    }

    private static ServerPlacement container(String engine) {
        return new ServerPlacement(Optional.empty(), Optional.of(engine), Optional.empty());
    }

    private static GpuMemory gpu(int index, double freeGigabytes) {
        return new GpuMemory(index, "A GPU", (80 - freeGigabytes) * GIGA, 80 * GIGA);
    }

    @Test
    void writesTheCommandOfEachServer() throws IOException {
        Path file = Files.writeString(folder.resolve("tiny.gguf"), "GGUF");
        ServerSpec vllm = ServerSpec.of(ServerKind.VLLM, "owner/model")
                .withArguments(Map.of("max_model_len", "8192")).withGpus(OptionalInt.of(2), OptionalLong.empty());

        assertThat(line(vllm)).isEqualTo("vllm serve owner/model"
                + " --tensor-parallel-size 2 --max-model-len 8192 --host 127.0.0.1 --port 8123");
        assertThat(
                line(ServerSpec.of(ServerKind.SGLANG, "owner/model").withArguments(Map.of("enable-metrics", "true"))))
                .isEqualTo("python3 -m sglang.launch_server --model-path owner/model"
                        + " --enable-metrics --host 127.0.0.1 --port 8123");
        assertThat(line(ServerSpec.of(ServerKind.LLAMA_SERVER, file.toString()).withArguments(Map.of("c", "4096"))))
                .isEqualTo("llama-server -m tiny.gguf --alias tiny.gguf -c 4096 --host 127.0.0.1 --port 8123");
        assertThat(line(ServerSpec.of(ServerKind.LLAMA_SERVER, "owner/name-GGUF:Q4_K_M")))
                .startsWith("llama-server -hf owner/name-GGUF:Q4_K_M ").endsWith(" --host 127.0.0.1 --port 8123");
        assertThat(line(ServerSpec.of(ServerKind.OLLAMA, "tiny").withArguments(Map.of("context-length", "8192"))))
                .isEqualTo("OLLAMA_CONTEXT_LENGTH=8192 OLLAMA_HOST=127.0.0.1:8123 OLLAMA_KEEP_ALIVE=-1 ollama serve");
    }

    @Test
    void publishesContainersOnTheLoopbackAddressOnly() throws IOException {
        ServerSpec spec = ServerSpec.of(ServerKind.VLLM, "owner/model");

        assertThat(line(spec, container("auto"), List.of(gpu(0, 10), gpu(1, 70))))
                .startsWith("podman run --rm --name ipw-server-8123-").contains("--publish 127.0.0.1:8123:8000")
                .contains("--device nvidia.com/gpu=1")
                .contains("--entrypoint vllm vllm/vllm-openai:latest serve"
                        + " owner/model --host 0.0.0.0 --port 8000");
        assertThat(line(spec.withGpus(OptionalInt.of(2), OptionalLong.empty()), container("docker"),
                List.of(gpu(0, 10), gpu(1, 70)))).startsWith("docker run").contains("--gpus '\"device=0,1\"'");
    }

    @Test
    void choosesTheGpusWithMostFreeMemory() throws IOException {
        ServerSpec spec = ServerSpec.of(ServerKind.VLLM, "owner/model");
        List<GpuMemory> gpus = List.of(gpu(0, 20), gpu(1, 60), gpu(2, 70), gpu(3, 5));

        assertThat(line(spec, ServerPlacement.DEFAULT, gpus))
                .startsWith("CUDA_DEVICE_ORDER=PCI_BUS_ID CUDA_VISIBLE_DEVICES=2 vllm");
        assertThat(line(spec.withGpus(OptionalInt.of(3), OptionalLong.empty()), ServerPlacement.DEFAULT, gpus))
                .contains("CUDA_VISIBLE_DEVICES=0,1,2 ");
        assertThat(line(spec, new ServerPlacement(Optional.of("3, 0"), Optional.empty(), Optional.empty()), gpus))
                .contains("CUDA_VISIBLE_DEVICES=3,0 ");
        assertThatThrownBy(() -> line(spec.withGpus(OptionalInt.of(2), OptionalLong.of(65_000)),
                ServerPlacement.DEFAULT, gpus)).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("2 GPUs with 65000 MB of free memory are needed, and there are 1 among GPU 0");
    }

    @Test
    void leavesTheGpusOfTheEnvironmentAlone() throws IOException {
        programs().script("vllm", "exit 1");
        ServerPlan plan = new ServerPlanner(Map.of("PATH", folder.toString(), "CUDA_VISIBLE_DEVICES", "5"),
                () -> List.of(gpu(0, 70))).plan(ServerSpec.of(ServerKind.VLLM, "m"), 8123, ServerPlacement.DEFAULT);

        assertThat(plan.variables()).isEmpty();
        assertThat(plan.gpuNote()).contains("CUDA_VISIBLE_DEVICES is set already");
    }

    @ParameterizedTest
    @ValueSource(strings = {"host", "port", "model", "HOST", "hos", "por", "Po", "model_path", "hf-repo", "a b", "",
            "-x", "x;y"})
    void refusesArgumentsThatAreSetHere(String name) {
        ServerSpec spec = ServerSpec.of(ServerKind.VLLM, "m").withArguments(Map.of(name, "0.0.0.0"));

        assertThatThrownBy(() -> line(spec)).isInstanceOf(ConfigurationException.class);
    }

    @Test
    void refusesAValueThatWouldBeAnotherArgument() {
        ServerSpec spec = ServerSpec.of(ServerKind.VLLM, "m").withArguments(Map.of("enable-x", "--host=0.0.0.0"));

        assertThatThrownBy(() -> line(spec)).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("'enable-x'").hasMessageContaining("begins with two dashes");
    }

    @Test
    void refusesAnAddressOfOllamaAndAPortThatIsNone() {
        ServerSpec ollama = ServerSpec.of(ServerKind.OLLAMA, "m").withArguments(Map.of("OLLAMA_HOST", "0.0.0.0"));

        assertThatThrownBy(() -> line(ollama)).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("the address is 127.0.0.1");
        assertThatThrownBy(() -> programs().planner().plan(ollama, 65_536, ServerPlacement.DEFAULT))
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("65536");
    }

    @Test
    void saysWhatIsMissing() {
        assertThatThrownBy(() -> new ServerPlanner(Map.of("PATH", folder.toString()), List::of)
                .plan(ServerSpec.of(ServerKind.VLLM, "m"), 8123, ServerPlacement.DEFAULT))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("The program vllm of vLLM is not on the PATH").hasMessageContaining("container");
        assertThatThrownBy(() -> new ServerPlanner(Map.of("PATH", folder.toString()), List::of)
                .plan(ServerSpec.of(ServerKind.VLLM, "m"), 8123, container("auto")))
                .hasMessageContaining("Neither podman nor docker is on the PATH");
        assertThatThrownBy(() -> line(ServerSpec.of(ServerKind.LLAMA_SERVER, folder.resolve("none.gguf").toString())))
                .hasMessageContaining("There is no model file");
    }

    @Test
    void hidesSecretsOfACommand() throws IOException {
        assertThat(line(ServerSpec.of(ServerKind.VLLM, "m").withArguments(Map.of("api-key", "s3cret"))))
                .contains("--api-key").doesNotContain("s3cret");
    }

    @Test
    void shipsPresetsOfWhichEachIsWhatItsNameSays() {
        ServerPresets presets = ServerPresets.shipped();

        assertThat(presets.all()).hasSize(14).allSatisfy(preset -> {
            String model = preset.spec().model().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
            assertThat(model).contains(preset.name().replaceAll("[^a-z0-9]", ""));
        });
        assertThat(presets.require("glm-4.7-flash").spec().model()).isEqualTo("zai-org/GLM-4.7-Flash");
        assertThatThrownBy(() -> presets.require("glm-4.7-flahs")).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("glm-4.7-flash");
    }

    @Test
    void takesPresetsOfAUserOverItsOwn() {
        ServerPresets presets = ServerPresets.shipped().with("mine.yaml",
                Map.of("qwen3-30b-a3b", Map.of("kind", "sglang", "model", "my/model", "tensor_parallel", 2),
                        "small",
                        Map.of("kind", "llama-server", "model", "small.gguf", "arguments", Map.of("c", 4096))));

        assertThat(presets.require("qwen3-30b-a3b").spec().kind()).isEqualTo(ServerKind.SGLANG);
        assertThat(presets.require("small").spec().arguments()).containsExactly(Map.entry("c", "4096"));
        assertThatThrownBy(() -> ServerPresets.shipped().with("mine.yaml", Map.of("x", Map.of("kind", "vlm"))))
                .isInstanceOf(InputException.class).hasMessageContaining("mine.yaml").hasMessageContaining("vlm");
        assertThatThrownBy(() -> ServerPresets.shipped().with("mine.yaml", Map.of("x", "vllm")))
                .isInstanceOf(InputException.class).hasMessageContaining("mine.yaml");
    }

    @Test
    void readsOnlyTheEndOfALog() throws IOException {
        Path log = folder.resolve("8000.log");
        Files.writeString(log, "first\n" + "x".repeat(3000).concat("\n").repeat(700)
                + "progress 1\rprogress 2\r\nAuthorization: Bearer abcdef123456\nlast\n");

        assertThat(LogTail.lines(log, 3)).hasSize(3).last().isEqualTo("last");
        assertThat(LogTail.lines(log, 2).getFirst()).doesNotContain("abcdef123456");
        assertThat(LogTail.lines(log, 1_000_000)).hasSizeLessThan(400).doesNotContain("first")
                .allMatch(line -> line.length() <= 2001);
        assertThat(LogTail.lines(folder.resolve("none.log"), 3)).isEmpty();
    }
}
