package dev.ipw.quality;

/**
 * Tell how late this library's clients stamp on this machine, as seen before the run on a server of this process that
 * writes the time into each event. Server and client shared the processors, so a run against a server elsewhere fares
 * better: the figures are upper bounds.
 *
 * @param streams       how many streams there were at once
 * @param lags          from the server's write to the client's stamp, of every event
 * @param tookSeconds   how long finding that out took
 */
public record Calibration(int streams, Delays lags, double tookSeconds) {
    /** Refuse a calibration that measured nothing. */
    public Calibration {
        if (streams < 1 || lags.count() == 0) {
            throw new IllegalArgumentException("A calibration has streams and events");
        }
    }
}
