package dev.ipw.examples.embedded;

/** Thrown if a weight file cannot be used: what is wrong, in which file and where, and what to do about it. */
final class SafetensorsException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    SafetensorsException(String source, String problem, String remedy) {
        super(source + ": " + problem + "; " + remedy);
    }
}
