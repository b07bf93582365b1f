package dev.ipw.benchmarks.sandbox;

/**
 * Holds a container engine to what a sandbox must do. The system property {@code ipw.sandbox.image} names an image with Python that
 * is there, since fetching one needs the network; {@code ipw.sandbox.engine} is podman unless it says docker.
 */
final class ContainerTests extends SandboxKit {
    ContainerTests() {
        super(System.getProperty("ipw.sandbox.engine", "podman"), System.getProperty("ipw.sandbox.image", ""));
    }
}
