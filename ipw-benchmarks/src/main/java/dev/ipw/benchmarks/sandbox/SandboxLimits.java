package dev.ipw.benchmarks.sandbox;

/**
 * Hold what the processes of a sandbox may take, beside memory and time.
 *
 * @param mostProcesses       how many there may be at once
 * @param mostFileBytes       the largest file that they may write
 * @param mostOpenFiles       how many files each may have open
 * @param limitsAddressSpace  whether the memory limit holds for addresses too, which some runtimes reserve without use
 */
public record SandboxLimits(int mostProcesses, long mostFileBytes, int mostOpenFiles, boolean limitsAddressSpace) {
    private static final long MEBI = 1L << 20;

    /** For short programs. */
    public static final SandboxLimits STRICT = new SandboxLimits(64, 64 * MEBI, 256, true);
    /** For whole tasks: compilers, services, other people's agents. */
    public static final SandboxLimits WIDE = new SandboxLimits(512, 1024 * MEBI, 4096, false);
}
