package dev.ipw.examples.benchmarks.golden;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The ways to divide tokens into events, and events into writes. */
enum Chunking {
    /** Each token is an event. */
    ONE(1, 1, false),
    /** Six tokens are an event. */
    SIX(6, 1, false),
    /** Each token is an event, and sixteen events are sent in one write. */
    SIXTEEN(1, 16, false),
    /** Each event is sent in two writes, cut inside a character of several bytes. */
    CHARACTER(6, 1, true),
    /** Each event is sent in two writes, cut inside its line. */
    LINE(1, 1, true);

    private static final String WORD = " 語";

    private final int tokensAnEvent;
    private final int eventsAWrite;
    private final boolean cut;

    Chunking(int tokensAnEvent, int eventsAWrite, boolean cut) {
        this.tokensAnEvent = tokensAnEvent;
        this.eventsAWrite = eventsAWrite;
        this.cut = cut;
    }

    /** Returns the tokens of one event as text. */
    String words() {
        return WORD.repeat(tokensAnEvent);
    }

    int tokensAnEvent() {
        return tokensAnEvent;
    }

    int eventsAWrite() {
        return eventsAWrite;
    }

    /** Divides a write into its parts. */
    List<byte[]> parts(byte[] write) {
        if (!cut) {
            return List.of(write);
        }
        int at = write.length / 2;
        // Inside a character means before a byte that continues it.
        while (this == CHARACTER && (write[at] & 0xC0) != 0x80) {
            at++;
        }
        return List.of(Arrays.copyOf(write, at), Arrays.copyOfRange(write, at, write.length));
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
