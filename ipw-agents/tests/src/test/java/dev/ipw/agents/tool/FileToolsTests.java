package dev.ipw.agents.tool;

import dev.ipw.agents.AgentTool;
import dev.ipw.agents.ToolArguments;
import dev.ipw.agents.ToolException;
import dev.ipw.agents.Workspace;
import dev.ipw.internal.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class FileToolsTests {
    private static final String SECRET = "top secret";

    @TempDir
    Path place;
    private Workspace workspace;
    private final AgentTool reader = new FileReadTool();
    private final AgentTool writer = new FileWriteTool();

    @BeforeEach
    void makeFolders() throws IOException {
        Path folder = Files.createDirectory(place.resolve("ws")).toRealPath();
        workspace = new Workspace(folder, "t1");
        Files.writeString(Files.createDirectory(place.resolve("ws-evil")).resolve("secret.txt"), SECRET);
        Files.writeString(place.resolve("secret.txt"), SECRET);
        Files.createDirectory(folder.resolve("sub"));
        Files.createSymbolicLink(folder.resolve("link.txt"), place.resolve("secret.txt"));
        Files.createSymbolicLink(folder.resolve("linked"), place);
        Files.createSymbolicLink(folder.resolve("sub/up"), Path.of("../.."));
        Files.createSymbolicLink(folder.resolve("loop"), Path.of("loop"));
        Files.createSymbolicLink(folder.resolve("dangling.txt"), place.resolve("new.txt"));
    }

    private String read(String json) throws ToolException, InterruptedException {
        return reader.use(ToolArguments.parse(json), workspace);
    }

    private String write(String path, String content) throws ToolException, InterruptedException {
        return writer.use(ToolArguments.parse(Json.object().put("path", path).put("content", content).toString()),
                workspace);
    }

    private static String path(String path) {
        return Json.object().put("path", path).toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"../secret.txt", "../ws-evil/secret.txt", "sub/../../secret.txt", "./../secret.txt",
            "link.txt",
            "linked/secret.txt", "linked/ws-evil/secret.txt", "sub/up/secret.txt", "loop", "loop/secret.txt",
            "/etc/passwd",
            "/proc/self/environ", "~/secret.txt", "~root/.bashrc", "sub/../../ws-evil/secret.txt", "..", "../",
            "../ws/../secret.txt",
            "linked/../secret.txt", "a\u0000b", "", " ", "file:///etc/passwd/../../etc/passwd/..", "//etc/passwd",
            "/dev/stdin", "sub/up", "linked", "dangling.txt", "..%2fsecret.txt/../../secret.txt"})
    void readsNothingOutsideTheFolder(String path) {
        assertThatExceptionOfType(ToolException.class).isThrownBy(() -> read(path(path)))
                .satisfies(refused -> assertThat(refused.getMessage()).isNotBlank().doesNotContain(SECRET));
    }

    @ParameterizedTest
    @ValueSource(strings = {"../new.txt", "../ws-evil/new.txt", "link.txt", "linked/new.txt", "sub/up/new.txt", "loop",
            "dangling.txt", "/tmp/../new.txt/..", "~/new.txt", "../../new.txt", "sub", ".", "sub/../..",
            "linked/ws-evil/new.txt",
            "a\u0000b", "sub/up/a/b/new.txt"})
    void writesNothingOutsideTheFolder(String path) throws IOException {
        assertThatExceptionOfType(ToolException.class).isThrownBy(() -> write(path, "changed"));
        assertThat(place.resolve("secret.txt")).hasContent(SECRET);
        assertThat(place.resolve("ws-evil/secret.txt")).hasContent(SECRET);
        assertThat(place.resolve("new.txt")).doesNotExist();
        assertThat(place.resolve("ws-evil/new.txt")).doesNotExist();
        assertThat(place.resolve("a")).doesNotExist();
    }

    @Test
    void writesReadsAndListsInTheFolder() throws Exception {
        assertThat(write("a/b/c.txt", "one\ntwo\nthree\n")).isEqualTo("Wrote 14 bytes as a/b/c.txt");
        writer.use(ToolArguments.parse("{\"path\": \"a/b/c.txt\", \"content\": \"four\", \"mode\": \"append\"}"),
                workspace);

        assertThat(read(path("a/b/c.txt"))).isEqualTo("one\ntwo\nthree\nfour");
        assertThat(read("{\"path\": \"a/b/c.txt\", \"start_line\": 2, \"end_line\": 3}")).isEqualTo("two\nthree");
        assertThat(read("{\"path\": \"a/b/c.txt\", \"max_chars\": 5}")).startsWith("one\nt\n[").contains("4 lines");
        assertThat(read(path(workspace.folder().resolve("a/b/c.txt").toString()))).startsWith("one");
        assertThat(read(path("."))).contains("a/", "link.txt");
        assertThat(write("a/b/c.txt", "new")).contains("3 bytes");
        assertThat(read(path("a/b/c.txt"))).isEqualTo("new");
    }

    @Test
    void refusesBinaryMissingAndHugeFiles() throws Exception {
        Files.write(workspace.folder().resolve("x.bin"), new byte[]{(byte) 0xff, (byte) 0xfe, 0, 1});

        assertThatExceptionOfType(ToolException.class).isThrownBy(() -> read(path("x.bin")))
                .withMessageContaining("UTF-8");
        assertThatExceptionOfType(ToolException.class).isThrownBy(() -> read(path("missing.txt")))
                .withMessageContaining("no file");
        assertThatExceptionOfType(ToolException.class).isThrownBy(() -> write("huge.txt", "x".repeat(11 << 20)))
                .withMessageContaining("10 MiB");
    }
}
