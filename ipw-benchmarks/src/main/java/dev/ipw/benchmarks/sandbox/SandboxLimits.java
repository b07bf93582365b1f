package dev.ipw.benchmarks.sandbox;

/**
 * The limits of the processes of a sandbox, beside memory and time.
 *
 * @param mostProcesses      the maximum number of simultaneous processes
 * @param mostFileBytes      the maximum size of a file that they write
 * @param mostOpenFiles      the maximum number of open files of each
 * @param limitsAddressSpace whether the memory limit applies to addresses too, which some runtimes reserve without use
 */
public record SandboxLimits(int mostProcesses, long mostFileBytes, int mostOpenFiles, boolean limitsAddressSpace) {
    private static final long MEBI = 1L << 20;

    /** Limits for short programs. */
    public static final SandboxLimits STRICT = new SandboxLimits(64, 64 * MEBI, 256, true);
    /** Limits for whole tasks: compilers, services, other people's agents. */
    public static final SandboxLimits WIDE = new SandboxLimits(512, 1024 * MEBI, 4096, false);
}
