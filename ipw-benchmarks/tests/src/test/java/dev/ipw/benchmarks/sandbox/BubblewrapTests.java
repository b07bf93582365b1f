package dev.ipw.benchmarks.sandbox;

/** Holds bubblewrap to what a sandbox must do. */
final class BubblewrapTests extends SandboxKit {
    BubblewrapTests() {
        super("bubblewrap", "");
    }
}
