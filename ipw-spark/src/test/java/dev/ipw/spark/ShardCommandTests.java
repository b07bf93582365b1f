package dev.ipw.spark;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class ShardCommandTests {
    @Test
    void findsTheFolderOfTheRunInBothFormsOfAnOption() {
        ShardCommand command = ShardCommand.of("profile", "--output-dir=/shared/runs", "--run-name", "night");

        assertThat(command.run()).isEqualTo(Path.of("/shared/runs/night"));
        assertThat(command.ofShard(7, 64, false)).containsExactly("profile", "--output-dir=/shared/runs", "--run-name",
                "night", "--shard", "7/64");
        assertThat(command.ofShard(7, 64, true)).endsWith("--shard", "7/64", "--take-over");
    }

    @ParameterizedTest
    @ValueSource(strings = {"s3a://bucket/runs", "abfs://box@account/runs", "gs://bucket/runs", "hdfs://name/runs",
            "dbfs:/runs", "S3://bucket"})
    void refusesObjectStoresAndHdfs(String output) {
        assertThatIllegalArgumentException().isThrownBy(() -> in(output)).withMessageContaining("journal")
                .withMessageContaining("/shared/runs over NFS");
    }

    @Test
    void refusesAFolderThatDependsOnTheWorkingDirectory() {
        assertThatIllegalArgumentException().isThrownBy(() -> in("runs")).withMessageContaining("absolute path");
    }

    @ParameterizedTest
    @ValueSource(strings = {"..", "/a", "a/b", ""})
    void refusesANameThatIsNoFolder(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ShardCommand.of("profile", "--output-dir", "/runs", "--run-name", name))
                .withMessageContaining("--run-name");
    }

    @Test
    void refusesWhatIsNoRunInShards() {
        assertThatIllegalArgumentException().isThrownBy(() -> ShardCommand.of("bench", "grid.yaml"))
                .withMessageContaining("'bench'");
        assertThatIllegalArgumentException().isThrownBy(() -> ShardCommand.of("profile", "--run-name", "night"))
                .withMessageContaining("add --output-dir");
        assertThatIllegalArgumentException().isThrownBy(
                () -> ShardCommand.of("run", "--output-dir", "/runs", "--run-name", "night", "--shard", "0/2"))
                .withMessageContaining("leave --shard out");
    }

    @Test
    void keepsKeysOutOfItsText() {
        assertThat(
                ShardCommand.of("profile", "--output-dir", "/runs", "--run-name", "night", "--header", "key: hidden"))
                .hasToString("ipw profile in /runs/night");
    }

    private static ShardCommand in(String output) {
        return ShardCommand.of("profile", "--output-dir", output, "--run-name", "night");
    }
}
