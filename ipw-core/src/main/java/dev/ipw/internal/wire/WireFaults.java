package dev.ipw.internal.wire;

import dev.ipw.internal.io.FailureText;
import java.io.IOException;
import java.net.UnknownHostException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** The messages of the failures of one exchange. A deadline that stopped the worker explains every later failure. */
final class WireFaults {
    private final WireRequest request;
    private final Supervision supervision;

    WireFaults(WireRequest request, Supervision supervision) {
        this.request = request;
        this.supervision = supervision;
    }

    WireException whileConnecting(IOException broken) {
        return switch (broken) {
            case BadResponseException bad -> of(bad.fault(), reason(bad), bad);
            case UnknownHostException unknown -> of(WireFault.UNREACHABLE, "the host name is unknown", unknown);
            case SSLException tls -> of(WireFault.UNREACHABLE, "TLS failed: " + reason(tls) + advice(tls), tls);
            default -> of(WireFault.UNREACHABLE, reason(broken), broken);
        };
    }

    private static String advice(SSLException tls) {
        boolean untrusted = Stream.<Throwable>iterate(tls, cause -> cause != null, Throwable::getCause).limit(10)
                .anyMatch(cause -> cause instanceof CertPathBuilderException
                        || cause instanceof CertPathValidatorException);
        if (untrusted) {
            return " (this JVM does not trust the server's certificate; name a file that holds it, or the one that signed "
                    + "it, as the client's trust_store, or a store in the Java property javax.net.ssl.trustStore)";
        }
        if (wantsCertificate(tls)) {
            return " (the server wants to see a certificate that it trusts; name the client's as key_store)";
        }
        // The JDK's message for bytes that are not TLS.
        return reason(tls).contains("Unsupported or unrecognized SSL message")
                ? " (the server seems to speak plain HTTP; give its address with http)"
                : "";
    }

    WireException whileSending(IOException broken) {
        return broken instanceof SSLException tls && wantsCertificate(tls)
                ? whileConnecting(tls)
                : of(WireFault.TRUNCATED, "the connection closed while the request went out: " + reason(broken),
                        broken);
    }

    WireException whileWaiting(IOException broken) {
        return switch (broken) {
            case BadResponseException bad -> of(bad.fault(), reason(bad), bad);
            // A server of TLS 1.3 checks the client's certificate after the client considers the handshake complete.
            case SSLException tls when wantsCertificate(tls) -> whileConnecting(tls);
            default -> of(WireFault.TRUNCATED, "the connection closed without a response: " + reason(broken), broken);
        };
    }

    WireException whileReading(IOException broken) {
        return broken instanceof BadResponseException bad
                ? of(bad.fault(), reason(bad), bad)
                : of(WireFault.TRUNCATED, "the connection closed before the response was whole: " + reason(broken),
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

    private static boolean wantsCertificate(SSLException tls) {
        String reason = reason(tls);
        return reason.contains("certificate_required") || reason.contains("bad_certificate");
    }

    private static String reason(IOException broken) {
        return FailureText.of(broken);
    }
}
