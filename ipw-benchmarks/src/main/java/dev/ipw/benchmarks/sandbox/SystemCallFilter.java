package dev.ipw.benchmarks.sandbox;

import dev.ipw.error.InputException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Refuse system calls that no program of a task needs and that have broken walls before: mounting, namespaces, the kernel's keys, its
 * programs, counters and modules, typing into a terminal, what reaches the machine around a virtual one, and memory that no limit
 * of a process counts. In the classic form of Berkeley packet filters that the kernel's
 * seccomp reads, see seccomp(2); a program that is refused sees {@code EPERM}.
 *
 * @param architecture the kernel's number of the machine's calls, {@code AUDIT_ARCH_*}
 * @param refused      the numbers of calls that are refused with any arguments
 * @param clone3       the number of clone3, whose flags a filter cannot read: without it programs use clone
 * @param cloneNumber  the number of clone
 * @param unshare      the number of unshare
 * @param ioctl        the number of ioctl
 * @param memoryFile   the number of memfd_create
 * @param socket       the number of socket
 * @param sharedMemory the number of shmget
 */
record SystemCallFilter(int architecture, List<Integer> refused, int clone3, int cloneNumber, int unshare, int ioctl,
        int memoryFile, int socket, int sharedMemory) {
    private static final SystemCallFilter X86 = new SystemCallFilter(0xC000003E,
            List.of(103, 165, 166, 155, 167, 168, 169, 175, 176, 246, 248, 249, 250, 298, 303, 304, 308, 313, 320, 321,
                    323, 425, 426, 427, 428, 429, 430, 431, 432, 433, 442, 447),
            435, 56, 272, 16, 319, 41, 29);
    private static final SystemCallFilter ARM = new SystemCallFilter(0xC00000B7,
            List.of(116, 40, 39, 41, 224, 225, 142, 105, 106, 104, 217, 218, 219, 241, 264, 265, 268, 273, 294, 280,
                    282, 425, 426, 427, 428, 429, 430, 431, 432, 433, 442, 447),
            435, 220, 97, 29, 279, 198, 194);

    private static final int NUMBER_OFFSET = 0;
    private static final int ARCHITECTURE_OFFSET = 4;
    private static final int FIRST_ARGUMENT_OFFSET = 16;
    private static final int SECOND_ARGUMENT_OFFSET = 24;
    private static final int HIGH_HALF = 4;
    private static final short LOAD = 0x20;
    private static final short IF_EQUAL = 0x15;
    private static final short IF_AT_LEAST = 0x35;
    private static final short IF_MORE = 0x25;
    private static final short IF_ANY_BIT = 0x45;
    private static final short RETURN = 0x06;
    private static final int ALLOW = 0x7FFF0000;
    private static final int ERROR = 0x00050000;
    private static final int NOT_PERMITTED = ERROR | 1;
    private static final int NOT_IMPLEMENTED = ERROR | 38;
    private static final int NOT_VALID = ERROR | 22;
    private static final int NO_SUCH_FAMILY = ERROR | 97;
    /** The second numbering of calls on x86, with 32-bit pointers. */
    private static final int X32 = 0x40000000;
    /** The flags CLONE_NEW* of mounts, control groups, host names, messages, users, processes, networks and time. */
    private static final int NAMESPACES = 0x00020000 | 0x02000000 | 0x04000000 | 0x08000000 | 0x10000000 | 0x20000000
            | 0x40000000;
    private static final int NAMESPACE_OF_TIME = 0x80;
    private static final int TIOCSTI = 0x5412;
    private static final int TIOCLINUX = 0x541C;
    /** Sockets to the machine around a virtual one, which no namespace of networks holds. */
    private static final int AF_VSOCK = 40;
    /** Segments stay when nobody has them, and there can be 4,096: databases ask for a few bytes. */
    private static final int MAX_SEGMENT_BYTES = 1 << 16;
    private static final int INSTRUCTION_BYTES = 8;

    private static Optional<Path> written = Optional.empty();

    /** Copies the list. */
    SystemCallFilter {
        refused = List.copyOf(refused);
    }

    /** Returns a file with the filter of this machine, one for the process; empty where its numbers are not known. */
    static synchronized Optional<Path> file() {
        if (written.filter(Files::exists).isEmpty()) {
            written = ofMachine().map(SystemCallFilter::write);
        }
        return written;
    }

    private static Optional<SystemCallFilter> ofMachine() {
        return switch (System.getProperty("os.arch")) {
            case "amd64", "x86_64" -> Optional.of(X86);
            case "aarch64" -> Optional.of(ARM);
            default -> Optional.empty();
        };
    }

    /** Writes the filter where a sandbox can read it, for as long as this process lives. */
    private Path write() {
        try {
            Path file = Files.createTempFile("ipw-system-calls", ".bpf");
            file.toFile().deleteOnExit();
            return Files.write(file, bytes());
        } catch (IOException failed) {
            throw new InputException("The filter of a sandbox cannot be written: " + failed.getMessage(), failed);
        }
    }

    private byte[] bytes() {
        List<Instruction> all = instructions();
        ByteBuffer buffer = ByteBuffer.allocate(all.size() * INSTRUCTION_BYTES).order(ByteOrder.nativeOrder());
        all.forEach(one -> buffer.putShort(one.code).put((byte) one.skipIfTrue).put((byte) one.skipIfFalse)
                .putInt(one.value));
        return buffer.array();
    }

    private List<Instruction> instructions() {
        List<Instruction> all = new ArrayList<>();
        all.add(load(ARCHITECTURE_OFFSET));
        all.addAll(unless(IF_EQUAL, architecture, NOT_PERMITTED));
        all.add(load(NUMBER_OFFSET));
        if (architecture == X86.architecture) {
            all.addAll(when(IF_AT_LEAST, X32, NOT_PERMITTED));
        }
        refused.forEach(number -> all.addAll(when(IF_EQUAL, number, NOT_PERMITTED)));
        all.addAll(when(IF_EQUAL, clone3, NOT_IMPLEMENTED));
        all.addAll(when(IF_EQUAL, memoryFile, NOT_IMPLEMENTED));
        all.addAll(withArgument(socket, FIRST_ARGUMENT_OFFSET, when(IF_EQUAL, AF_VSOCK, NO_SUCH_FAMILY)));
        all.addAll(withArgument(sharedMemory, SECOND_ARGUMENT_OFFSET, when(IF_MORE, MAX_SEGMENT_BYTES, NOT_VALID)));
        all.addAll(withArgument(sharedMemory, SECOND_ARGUMENT_OFFSET + HIGH_HALF, when(IF_MORE, 0, NOT_VALID)));
        all.addAll(withArgument(cloneNumber, FIRST_ARGUMENT_OFFSET, when(IF_ANY_BIT, NAMESPACES, NOT_PERMITTED)));
        all.addAll(withArgument(unshare, FIRST_ARGUMENT_OFFSET,
                when(IF_ANY_BIT, NAMESPACES | NAMESPACE_OF_TIME, NOT_PERMITTED)));
        List<Instruction> typing = new ArrayList<>(when(IF_EQUAL, TIOCSTI, NOT_PERMITTED));
        typing.addAll(when(IF_EQUAL, TIOCLINUX, NOT_PERMITTED));
        all.addAll(withArgument(ioctl, SECOND_ARGUMENT_OFFSET, typing));
        all.add(new Instruction(RETURN, 0, 0, ALLOW));
        return all;
    }

    private static Instruction load(int offset) {
        return new Instruction(LOAD, 0, 0, offset);
    }

    private static List<Instruction> when(short condition, int value, int answer) {
        return List.of(new Instruction(condition, 0, 1, value), new Instruction(RETURN, 0, 0, answer));
    }

    private static List<Instruction> unless(short condition, int value, int answer) {
        return List.of(new Instruction(condition, 1, 0, value), new Instruction(RETURN, 0, 0, answer));
    }

    /** Checks the low half of an argument of one call, and the call's number again afterwards. */
    private static List<Instruction> withArgument(int number, int offset, List<Instruction> checks) {
        List<Instruction> all = new ArrayList<>();
        all.add(new Instruction(IF_EQUAL, 0, checks.size() + 2, number));
        all.add(load(offset));
        all.addAll(checks);
        all.add(load(NUMBER_OFFSET));
        return all;
    }

    /** One step: its operation, the number of steps that it skips by its answer, and its operand. */
    private record Instruction(short code, int skipIfTrue, int skipIfFalse, int value) {}
}
