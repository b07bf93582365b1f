package dev.ipw.meter.gateway;

import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.relay.AskedBody;
import dev.ipw.inference.relay.ClientRequest;
import dev.ipw.meter.RequestOrigin;
import java.util.Locale;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * The rule by which a request is counted for a tenant: by its key, by the user that its body names, or by a header
 * field. A name is cut to 64 visible characters; a request without one is {@value #ANONYMOUS}, and the tenant
 * {@code other} is {@code 'other'}, because the name without quotes stands for all further tenants together.
 */
@API(status = API.Status.EXPERIMENTAL)
public final class TenantRule {
    /** The tenant of a request that names none. */
    public static final String ANONYMOUS = "anonymous";

    private static final int MAX_CHARACTERS = 64;
    /** The name of a tenant whose own name stands for all further ones together. */
    private static final String NAMED_OTHER = "'" + RequestOrigin.OTHER + "'";
    private static final String HEADER = "header:";

    private final Source source;
    private final KeyHash hash;

    @FunctionalInterface
    private interface Source {
        Optional<String> name(ClientRequest request, AskedBody asked, KeyHash hash);
    }

    private TenantRule(Source source, KeyHash hash) {
        this.source = source;
        this.hash = hash;
    }

    /**
     * Parses a rule.
     *
     * @param text {@code key}, {@code user} or {@code header:NAME}
     * @param hash names tenants by their keys
     * @return the rule
     * @throws ConfigurationException for any other text, and for a header that carries keys
     */
    public static TenantRule parse(String text, KeyHash hash) {
        String rule = text.strip();
        if (rule.equals("key")) {
            return new TenantRule(TenantRule::byKey, hash);
        }
        if (rule.equals("user")) {
            return new TenantRule((request, asked, keys) -> asked.user(), hash);
        }
        String name = rule.startsWith(HEADER) ? rule.substring(HEADER.length()).strip().toLowerCase(Locale.ROOT) : "";
        if (!name.matches("[a-z0-9!#$%&'*+.^_`|~-]+")) {
            throw new ConfigurationException("Requests are counted by key, user or header:NAME, not by '" + text + "'");
        }
        if (ClientRequest.KEY_HEADERS.contains(name) || name.equals("cookie") || name.equals("proxy-authorization")) {
            throw new ConfigurationException("The header " + name + " carries secrets, which must not be in figures."
                    + " Use key, which counts by a hash of the key");
        }
        return new TenantRule((request, asked, keys) -> Optional.ofNullable(request.headers().get(name)), hash);
    }

    private static Optional<String> byKey(ClientRequest request, AskedBody asked, KeyHash hash) {
        return CallerKey.of(request).map(hash::name);
    }

    /** Returns the tenant of a request. */
    String tenant(ClientRequest request, AskedBody asked) {
        return source.name(request, asked, hash).map(name -> LabelText.of(name, MAX_CHARACTERS))
                .filter(name -> !name.isEmpty()).map(name -> name.equals(RequestOrigin.OTHER) ? NAMED_OTHER : name)
                .orElse(ANONYMOUS);
    }
}
