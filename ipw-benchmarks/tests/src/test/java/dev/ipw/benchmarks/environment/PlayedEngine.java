package dev.ipw.benchmarks.environment;

import dev.ipw.testing.ExecutableFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A program of the name podman that plays containers in folders of this machine: an image is a folder, and paths of the container in
 * commands are turned into paths below it. Nothing is kept apart; only what the code asks of an engine is played.
 */
public final class PlayedEngine {
    private static final String SCRIPT = """
            #!/bin/sh
            root=ROOT
            # The value of an option is told in the list of calls, but not a command's whole text.
            echo "$1 $2 $3" >>$root/calls
            inside() { sed -e "s#/testbed#$home/testbed#g" -e "s#/tmp/\\.ipw#$home/tmp/.ipw#g" -e "s#/tests#$home/tests#g" \
              -e "s#/oracle#$home/oracle#g"; }
            place() { case $1 in *:/*) echo "$root/containers/${1%%:*}${1#*:}" ;; *) echo "$1" ;; esac; }
            case $1 in
            info) exit 0 ;;
            image) [ -d "$root/images/$3" ] ;;
            build) grep -q 'RUN false' "$4/Dockerfile" && { echo 'building: RUN false: exit status 1' >&2; exit 1; }
              mkdir -p "$root/images/$3/app" "$root/images/$3/tmp" ;;
            run)
              while [ "$1" != --entrypoint ]; do [ "$1" = --name ] && name=$2; shift; done
              [ -d "$root/images/$3" ] || { echo "Error: $3: image not known" >&2; exit 125; }
              mkdir -p "$root/containers/$name/tmp" && cp -a "$root/images/$3/." "$root/containers/$name/" ;;
            exec)
              shift; folder=/app
              while :; do case $1 in
                --interactive) shift ;;
                --workdir) folder=$2; shift 2 ;;
                --user | --env) shift 2 ;;
                *) break ;;
              esac; done
              home=$root/containers/$1; shift
              [ -e "$home/tmp/.ipw-dead" ] && { echo 'Error: container state improper' >&2; exit 125; }
              for argument in "$@"; do
                shift; changed=$(printf '%sx' "$argument" | inside); set -- "$@" "${changed%x}"
              done
              [ -d "$home$folder" ] && cd "$home$folder"
              PATH=$root/bin:$PATH exec "$@" ;;
            cp)
              from=$(place "$2"); to=$(place "$3"); home=$root/containers/${3%%:*}
              cp -a "$from" "$to" || exit 1
              case $3 in *:/*) for file in "$to"/*.sh "$to"/*.py; do [ -f "$file" ] || continue
                inside <"$file" >"$file.new" && mv "$file.new" "$file"; done ;; esac
              exit 0 ;;
            rm) rm -rf "$root/containers/$4" ;;
            *) echo "not played: $*" >&2; exit 1 ;;
            esac
            """;

    private final Path root;

    private PlayedEngine(Path root) {
        this.root = root;
    }

    /** Make the program, in a folder that is to be the first of the variable PATH. */
    public static PlayedEngine in(Path root) throws IOException {
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "needs /bin/sh");
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/git")), "needs git");
        Files.createDirectories(root.resolve("images"));
        Files.createDirectories(root.resolve("bin"));
        PlayedEngine engine = new PlayedEngine(root.toRealPath());
        engine.program("podman", SCRIPT.replace("ROOT", engine.root.toString()));
        // Workloads of tests are scripts of the shell.
        engine.program("python", "#!/bin/sh\nexec sh \"$@\"\n");
        return engine;
    }

    private void program(String name, String text) throws IOException {
        ExecutableFile.write(root.resolve("bin").resolve(name), text);
    }

    /** Make an image: a folder, filled by commands that are run in it. */
    public void image(String name, String commands) throws IOException, InterruptedException {
        Path folder = Files.createDirectories(root.resolve("images").resolve(name).resolve("testbed"));
        sh(folder, commands);
    }

    /** Run commands in a folder. */
    public static String sh(Path folder, String commands) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-ec", commands).directory(folder.toFile())
                .redirectErrorStream(true);
        builder.environment().putAll(Map.of("GIT_AUTHOR_NAME", "A", "GIT_AUTHOR_EMAIL", "a@example.org",
                "GIT_COMMITTER_NAME", "A", "GIT_COMMITTER_EMAIL", "a@example.org", "GIT_CONFIG_NOSYSTEM", "1"));
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    /** Return the variable PATH with it. */
    public String path() {
        return root.resolve("bin") + ":/usr/bin:/bin";
    }

    /** Return a variable PATH with git, and without any engine. */
    public String pathWithoutEngine() throws IOException {
        Path bare = Files.createDirectories(root.resolve("bare"));
        ExecutableFile.write(bare.resolve("git"), "#!/bin/sh\nexec /usr/bin/git \"$@\"\n");
        return bare.toString();
    }

    /** Return the folders of containers that are still there. */
    public long containers() throws IOException {
        Path folder = root.resolve("containers");
        if (!Files.isDirectory(folder)) {
            return 0;
        }
        try (var all = Files.list(folder)) {
            return all.count();
        }
    }
}
