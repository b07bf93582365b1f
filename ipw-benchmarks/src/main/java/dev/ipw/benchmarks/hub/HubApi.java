package dev.ipw.benchmarks.hub;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.internal.io.Excerpt;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The hub's interface for one dataset repository. */
record HubApi(HubSettings settings, WebClient client, String repository) {
    private static final int MAX_BYTES = 64 << 20;
    private static final int MAX_PAGES = 2000;
    private static final int MAX_SHOWN = 300;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final Pattern NEXT = Pattern.compile("<([^>]{1,4000})>\\s*;\\s*rel=\"?next\"?");

    /** Returns the commit that a branch or tag names now. */
    String commit(String revision) {
        URI address = URI.create(settings.endpoint() + "/api/datasets/" + quoted(repository) + "/revision/"
                + quotedWhole(revision));
        String commit = explained(() -> json(address, "read " + repository).body().path("sha").asText(), revision);
        if (!ContentHash.isSha1(commit)) {
            throw new InputException(settings.endpoint() + " named no commit for " + repository + " at " + revision
                    + ". Check HF_ENDPOINT: is it a hub?");
        }
        return commit;
    }

    /** Lists all files of a commit. */
    List<HubEntry> files(String commit) {
        List<HubEntry> entries = new ArrayList<>();
        Optional<URI> next = Optional.of(URI.create(settings.endpoint() + "/api/datasets/" + quoted(repository)
                + "/tree/" + commit + "?recursive=true"));
        for (int pages = 0; next.isPresent(); pages++) {
            if (pages == MAX_PAGES) {
                throw new InputException(repository + " has more than " + MAX_PAGES + " pages of files; name its files"
                        + " one by one instead");
            }
            URI address = next.get();
            Page page = explained(() -> json(address, "list the files of " + repository), commit);
            entries.addAll(HubListing.page(page.body(), repository));
            next = page.next();
        }
        return entries;
    }

    /** Returns the address of a file. */
    URI address(String commit, String path) {
        return URI.create(
                settings.endpoint() + "/datasets/" + quoted(repository) + "/resolve/" + commit + "/" + quoted(path));
    }

    /** A request that may be refused permanently. */
    @FunctionalInterface
    interface Question<T> {
        T ask() throws RefusedException;
    }

    /** Makes a request, and explains a refusal in the user's terms. */
    <T> T explained(Question<T> question, String revision) {
        try {
            return question.ask();
        } catch (RefusedException refused) {
            throw explained(refused, revision);
        }
    }

    private RuntimeException explained(RefusedException refused, String revision) {
        String page = settings.endpoint() + "/datasets/" + repository;
        String code = refused.code();
        boolean hasToken = settings.token().isPresent();
        if (code.equals("GatedRepo") || (refused.status() == FORBIDDEN && hasToken)) {
            return new ConfigurationException(repository + " is gated: "
                    + (hasToken
                            ? "the token in HF_TOKEN has no access. Ask for access at " + page
                                    + " with the account of that token, then try again"
                            : "accept its terms at " + page + ", then set HF_TOKEN to a token of that account"),
                    refused);
        }
        if (code.equals("RevisionNotFound")) {
            return new InputException(repository + " has no revision '" + revision + "'. See its branches, tags and"
                    + " commits at " + page + "/commits/main", refused);
        }
        if (code.equals("EntryNotFound")) {
            return new InputException(repository + " at " + revision + " lacks a file that its listing names", refused);
        }
        if (refused.status() == UNAUTHORIZED || refused.status() == FORBIDDEN || refused.status() == NOT_FOUND) {
            return new InputException("The hub at " + settings.endpoint() + " has no dataset " + repository
                    + ", or it is private" + (hasToken
                            ? " and the token in HF_TOKEN has no access"
                            : ". Check the name; for a private one set HF_TOKEN"),
                    refused);
        }
        return new InputException("The hub refused " + repository + ": " + refused.getMessage(), refused);
    }

    private record Page(JsonNode body, Optional<URI> next) {}

    private Page json(URI address, String what) throws RefusedException {
        return client.retried(what, () -> {
            try (WebResponse response = client.open(address, Map.of());
                    InputStream in = response.body()) {
                byte[] body = in.readNBytes(MAX_BYTES + 1);
                if (body.length > MAX_BYTES) {
                    throw new InputException(address.getHost() + " sent more than " + MAX_BYTES + " bytes");
                }
                return new Page(parsed(body, address), response.header("Link").flatMap(link -> next(link, address)));
            }
        });
    }

    /** Reads a body; an incomplete body counts as torn, and is requested again. */
    private static JsonNode parsed(byte[] body, URI address) throws IOException {
        try {
            return Json.parse(body);
        } catch (JsonSyntaxException torn) {
            throw new IOException(address.getHost() + " sent what is no JSON: "
                    + Excerpt.of(new String(body, StandardCharsets.UTF_8), MAX_SHOWN), torn);
        }
    }

    /**
     * Returns the next page, which must be on the same server: the author of a listing must not choose other addresses
     * to request.
     */
    private Optional<URI> next(String link, URI from) {
        Matcher matcher = NEXT.matcher(link);
        if (!matcher.find()) {
            return Optional.empty();
        }
        Optional<URI> next = resolved(from, matcher.group(1)).filter(page -> WebClient.isSameServer(page, from));
        if (next.isEmpty()) {
            throw new InputException(settings.endpoint() + " names '" + Excerpt.of(matcher.group(1), MAX_SHOWN)
                    + "' as the next page of the files of " + repository
                    + ", which is no address of its own. Check HF_ENDPOINT: is it a hub?");
        }
        return next;
    }

    private static Optional<URI> resolved(URI from, String named) {
        try {
            return Optional.of(from.resolve(named));
        } catch (IllegalArgumentException noAddress) {
            return Optional.empty();
        }
    }

    private static String quoted(String path) {
        return Stream.of(path.split("/")).map(HubApi::quotedWhole).collect(Collectors.joining("/"));
    }

    private static String quotedWhole(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
