package dev.ipw.inference.relay;

/** A filter that changes the body of a response on its way to the client. */
interface BodyFilter {
    /**
     * Takes bytes of the server.
     *
     * @param bytes  the buffer that contains them; it is reused afterwards
     * @param offset their offset
     * @param length their number
     * @return the bytes that can be passed on
     */
    byte[] take(byte[] bytes, int offset, int length);

    /**
     * Ends the body, complete or not.
     *
     * @return the bytes that were held back
     */
    byte[] rest();
}
