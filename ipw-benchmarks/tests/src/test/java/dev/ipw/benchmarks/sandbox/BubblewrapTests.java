package dev.ipw.benchmarks.sandbox;

import dev.ipw.environment.CommandEnd;
import dev.ipw.environment.CommandResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/** Holds bubblewrap to what a sandbox must do, and to the walls that only it has. */
final class BubblewrapTests extends SandboxKit {
    BubblewrapTests() {
        super("bubblewrap", "");
    }

    @Test
    void hasNoRightsWhoeverStartedIt() throws InterruptedException {
        CommandResult result = shell("grep -E '^(Cap|NoNewPrivs)' /proc/self/status; id -u", PATIENT);

        assertThat(result.output().lines().map(String::strip).map(line -> line.replaceAll("\\s+", " ")))
                .containsSequence("CapInh: 0000000000000000", "CapPrm: 0000000000000000", "CapEff: 0000000000000000",
                        "CapBnd: 0000000000000000", "CapAmb: 0000000000000000", "NoNewPrivs: 1")
                .last().isNotEqualTo("0");
    }

    @Test
    @EnabledIfSystemProperty(named = "os.arch", matches = "amd64|x86_64", disabledReason = "numbers of another machine")
    void refusesCallsThatBreakWalls() throws InterruptedException {
        CommandResult result = run("""
                import ctypes, errno, threading
                libc = ctypes.CDLL(None, use_errno=True)
                def tried(number, *arguments):
                    libc.syscall(number, *[ctypes.c_long(one) for one in arguments])
                    return errno.errorcode.get(ctypes.get_errno(), 'done')
                for name, number in dict(mount=165, pivot_root=155, setns=308, bpf=321, perf_event_open=298, keyctl=250,
                        userfaultfd=323, io_uring_setup=425, open_by_handle_at=304, mount_setattr=442).items():
                    print(name, tried(number, 0, 0, 0, 0, 0))
                print('unshare user', tried(272, 0x10000000))
                print('unshare files', tried(272, 0x400) if libc.syscall(272, 0x400) else 'done')
                print('clone user', tried(56, 0x10000011, 0, 0, 0, 0))
                print('clone3', tried(435, 0, 0))
                print('TIOCSTI', tried(16, 0, 0x5412, 0))
                print('memfd_create', tried(319, 0, 0))
                print('socket out of the machine', tried(41, 40, 1, 0))
                print('large segment', tried(29, 0, 1 << 20, 0o600), tried(29, 0, 1 << 32, 0o600))
                print('small segment', 'done' if libc.shmget(0, 4096, 0o600) >= 0 else 'refused')
                thread = threading.Thread(target=lambda: print('thread done'))
                thread.start()
                thread.join()
                """, PATIENT);

        assertThat(result.output().lines()).as(result.toString()).containsExactly("mount EPERM", "pivot_root EPERM",
                "setns EPERM", "bpf EPERM", "perf_event_open EPERM", "keyctl EPERM", "userfaultfd EPERM",
                "io_uring_setup EPERM", "open_by_handle_at EPERM", "mount_setattr EPERM", "unshare user EPERM",
                "unshare files done", "clone user EPERM", "clone3 ENOSYS", "TIOCSTI EPERM",
                "memfd_create ENOSYS", "socket out of the machine EAFNOSUPPORT", "large segment EINVAL EINVAL",
                "small segment done", "thread done");
    }

    @Test
    void findsAFolderThatOnlyItsStarterMayReach() throws InterruptedException, IOException {
        Files.writeString(folder.resolve("in.txt"), "given");
        assertThat(folder.toFile().setReadable(false, false)).isTrue();
        assertThat(folder.toFile().setReadable(true, true)).isTrue();

        CommandResult result = shell("cat in.txt; echo made > out.txt", PATIENT);

        assertThat(result.output()).as(result.toString()).isEqualTo("given");
        assertThat(folder.resolve("out.txt")).hasContent("made");
    }

    @Test
    void tellsHowLongCommandsMayBe() throws InterruptedException {
        assertThat(shell("true", PATIENT).end()).isEqualTo(CommandEnd.FINISHED);
        assertThat(failure("echo " + "x".repeat(200_000))).hasMessageContaining("200005 bytes")
                .hasMessageContaining("131071").hasMessageContaining("Write them to a file");
    }

    private Throwable failure(String commands) {
        return catchThrowable(() -> shell(commands, PATIENT));
    }

    @Test
    @EnabledIf("isRoot")
    void givesAFolderWithoutFollowingALink() throws InterruptedException, IOException {
        Path outside = Files.createDirectory(folder.resolve("outside"));
        Path secret = Files.writeString(outside.resolve("secret.txt"), "hidden");
        Path given = Files.createDirectory(folder.resolve("given"));
        Files.createSymbolicLink(given.resolve("file"), secret);
        Files.createSymbolicLink(given.resolve("folder"), outside);
        Files.createDirectory(given.resolve("inner"));
        new ProcessBuilder("mkfifo", given.resolve("pipe").toString()).start().waitFor();

        new SandboxUser(SandboxUser.FIRST).give(given);

        assertThat(Files.getAttribute(given.resolve("inner"), "unix:uid")).isEqualTo(SandboxUser.FIRST);
        assertThat(Files.getAttribute(secret, "unix:uid")).isEqualTo(0);
        assertThat(Files.getAttribute(outside, "unix:uid")).isEqualTo(0);
        assertThat(SandboxUser.of(SandboxPlace.work(given)).id()).as("a folder keeps its user")
                .isEqualTo(SandboxUser.FIRST);
        Object changed = Files.getAttribute(given.resolve("inner"), "unix:ctime");
        new SandboxUser(SandboxUser.FIRST).give(given);
        assertThat(Files.getAttribute(given.resolve("inner"), "unix:ctime")).as("what is its own stays")
                .isEqualTo(changed);
    }

    @Test
    void givesEachSandboxANumberOfItsOwn() {
        SandboxPlace place = SandboxPlace.work(folder);
        assertThat(IntStream.range(0, 200).mapToObj(any -> SandboxUser.of(place).id()).toList()).doesNotHaveDuplicates()
                .allSatisfy(id -> assertThat(id).isBetween(SandboxUser.FIRST, SandboxUser.LAST));
    }

    static boolean isRoot() {
        return RootPermission.ofProcess().isRoot();
    }
}
