package dev.ipw.benchmarks.sandbox;

import dev.ipw.error.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The permission to run programs of models and tasks: not where this process is root's, unless a person allowed it.
 *
 * @param isRoot    whether this process is root's
 * @param isAllowed whether a person allowed it to root
 */
public record RootPermission(boolean isRoot, boolean isAllowed) {
    private static final String VARIABLE = "IPW_ALLOW_ROOT_SANDBOX";
    private static final String PROPERTY = "ipw.allowRootSandbox";

    /**
     * Reads the user of this process, the variable {@value #VARIABLE} and the property {@value #PROPERTY}.
     *
     * @return the permission of this process
     */
    public static RootPermission ofProcess() {
        return new RootPermission(isOfRoot(),
                Boolean.getBoolean(PROPERTY) || "true".equalsIgnoreCase(System.getenv(VARIABLE)));
    }

    private static boolean isOfRoot() {
        try {
            return Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException unknown) {
            return "root".equals(System.getProperty("user.name"));
        }
    }

    /**
     * Returns the reason that programs may not run.
     *
     * @return the reason, with the remedy; empty if programs may run
     */
    public Optional<String> refusal() {
        return isRoot && !isAllowed
                ? Optional
                        .of("this is root, and programs of models and tasks are not run by root. Use an ordinary user,"
                                + " or " + Setting.ROOT_SANDBOX
                                + ": each program then runs as a user of its own between "
                                + SandboxUser.FIRST + " and " + SandboxUser.LAST
                                + ", without rights, who is given the task's folder")
                : Optional.empty();
    }
}
