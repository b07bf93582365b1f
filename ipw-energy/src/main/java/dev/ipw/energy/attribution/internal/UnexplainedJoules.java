package dev.ipw.energy.attribution.internal;

import dev.ipw.energy.attribution.internal.work.Work;
import java.util.OptionalDouble;

/** The joules that a fit leaves unexplained in pieces of half a second. */
final class UnexplainedJoules {
    /** The share of a piece of time, or of the work in it, from which it counts. */
    static final double BUSY = 0.5;
    private static final double PIECE_SECONDS = 0.5;
    private static final int MIN_PIECES = 10;

    private double residual;
    private double joules;
    private double seconds;
    private double idleSeconds;
    private int busyPieces;
    private double busySquares;
    private double busyJoules;
    private int idlePieces;
    private double idleSquares;

    /** Adds an interval to the current piece, and closes the piece if it is long enough. */
    void add(double moreResidual, double moreJoules, double moreSeconds, double moreIdleSeconds) {
        residual += moreResidual;
        joules += moreJoules;
        seconds += moreSeconds;
        idleSeconds += moreIdleSeconds;
        if (seconds >= PIECE_SECONDS) {
            close();
        }
    }

    /** Ends the current piece; one that is too short does not count. */
    void close() {
        double scale = PIECE_SECONDS / seconds;
        if (seconds >= PIECE_SECONDS * BUSY && idleSeconds < BUSY * seconds) {
            busySquares += residual * residual * scale;
            busyPieces++;
            busyJoules += joules * scale;
        } else if (seconds >= PIECE_SECONDS * BUSY) {
            idleSquares += residual * residual * scale;
            idlePieces++;
        }
        residual = 0;
        joules = 0;
        seconds = 0;
        idleSeconds = 0;
    }

    /** Returns the root mean square relative to the mean joules of a busy piece; empty if there are too few pieces. */
    OptionalDouble unexplainedShare() {
        if (busyPieces < MIN_PIECES || busyJoules <= 0) {
            return OptionalDouble.empty();
        }
        double busy = Math.sqrt(busySquares / Math.max(1, busyPieces - Work.FITTED));
        double idle = idlePieces > 0 ? Math.sqrt(idleSquares / idlePieces) : 0;
        return OptionalDouble.of(Math.max(busy, idle) / (busyJoules / busyPieces));
    }
}
