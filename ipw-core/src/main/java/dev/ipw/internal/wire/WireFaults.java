package dev.ipw.internal.wire;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Word the failures of one exchange. A deadline that stopped the worker explains whatever broke after it. */
final class WireFaults {
    /** How HttpURLConnection words a response without a status line. */
    private static final String JDK_NOT_HTTP = "Invalid Http response";

    private final WireRequest request;
    private final Supervision supervision;

    WireFaults(WireRequest request, Supervision supervision) {
        this.request = request;
        this.supervision = supervision;
    }

    WireException whileConnecting(IOException broken) {
        String reason = switch (broken) {
            case UnknownHostException unknown -> "the host name is unknown";
            case SSLException tls -> "TLS failed: " + tls.getMessage();
            default -> reason(broken);
        };
        return of(WireFault.UNREACHABLE, reason, broken);
    }

    WireException whileSending(IOException broken) {
        return of(WireFault.TRUNCATED, "the connection closed while the request went out: " + reason(broken), broken);
    }

    WireException whileWaiting(IOException broken) {
        // The JDK tries a GET again on a new connection when a kept one turns out to be closed.
        if (broken instanceof ConnectException) {
            return whileConnecting(broken);
        }
        if (reason(broken).equals(JDK_NOT_HTTP)) {
            return of(WireFault.MALFORMED, "the response is not HTTP", broken);
        }
        return of(WireFault.TRUNCATED, "the connection closed without a response: " + reason(broken), broken);
    }

    WireException whileReading(IOException broken) {
        return of(WireFault.TRUNCATED, "the connection closed before the response was whole: " + reason(broken),
                broken);
    }

    WireException of(WireFault fault, String reason, @Nullable Throwable cause) {
        WireFault expired = supervision.expired();
        return expired == null
                ? new WireException(fault, request + " failed: " + reason, cause)
                : expired(expired);
    }

    WireException expired(WireFault deadline) {
        return new WireException(deadline, request + " failed: " + supervision.describe(deadline));
    }

    private static String reason(IOException broken) {
        String message = broken.getMessage();
        return message == null ? broken.getClass().getSimpleName() : message;
    }
}
