package dev.ipw.benchmarks.sandbox;

import dev.ipw.error.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The available sandbox, or the reason that there is none.
 *
 * @param sandbox the sandbox; empty if there is none
 * @param reason  the reason that there is none, with the remedy; empty text if there is one
 */
public record SandboxChoice(Optional<Sandbox> sandbox, String reason) {
    private static final List<String> CONTAINERS = List.of("podman", "docker");

    /**
     * Looks for a sandbox.
     *
     * @param path   the folders of programs, as in the variable PATH
     * @param wanted {@code auto}, {@code bubblewrap}, {@code podman}, {@code docker} or {@code none}; {@code none} runs
     *               scripts directly on this machine
     * @param python the interpreter; empty uses the first in the path that works
     * @param image  the image of a container
     * @return the first that exists and works
     */
    public static SandboxChoice of(String path, String wanted, Optional<String> python, String image) {
        return of(path, wanted, python, image, RootPermission.ofProcess());
    }

    static SandboxChoice of(String path, String wanted, Optional<String> python, String image,
            RootPermission permission) {
        Optional<String> refusal = permission.refusal();
        if (refusal.isPresent()) {
            return none(refusal.get());
        }
        Programs programs = new Programs(path);
        if (wanted.equals("none")) {
            return programs.find(python.orElse("python3"))
                    .map(found -> new SandboxChoice(Optional.of(new HostProcess(found)), ""))
                    .orElseGet(() -> none("there is no python3 in PATH"));
        }
        List<String> problems = new ArrayList<>();
        if (wanted.equals("auto") || wanted.equals("bubblewrap")) {
            Optional<Bubblewrap> bubblewrap = Bubblewrap.find(programs, python, problems);
            if (bubblewrap.isPresent()) {
                return new SandboxChoice(Optional.of(bubblewrap.get()), "");
            }
        }
        for (String engine : CONTAINERS) {
            if (wanted.equals("auto") || wanted.equals(engine)) {
                Optional<ContainerEngine> found = ContainerEngine.find(engine, programs, image, problems);
                if (found.isPresent()) {
                    return new SandboxChoice(Optional.of(found.get()), "");
                }
            }
        }
        return none(String.join(", ", problems)
                + ": install bubblewrap (bwrap) or a container engine. A program from a model is"
                + " never run bare, unless " + Setting.UNSAFE_LOCAL_EXECUTION + " is given");
    }

    private static SandboxChoice none(String reason) {
        return new SandboxChoice(Optional.empty(), reason);
    }
}
