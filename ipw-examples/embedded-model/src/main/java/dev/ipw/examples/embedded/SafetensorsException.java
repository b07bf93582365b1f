package dev.ipw.examples.embedded;

/** The reason that a weight file cannot be used: the fault, the file and the place, and the remedy. */
final class SafetensorsException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    SafetensorsException(String source, String problem, String remedy) {
        super(source + ": " + problem + "; " + remedy);
    }
}
