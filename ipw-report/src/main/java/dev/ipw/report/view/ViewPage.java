package dev.ipw.report.view;

import dev.ipw.internal.tree.TreeBuilder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a request of a browser.
 *
 * @param status      the HTTP status
 * @param contentType the type of the content
 * @param content     the content as text
 */
@API(status = API.Status.EXPERIMENTAL)
public record ViewPage(int status, String contentType, String content) {
    static final int BAD_REQUEST = 400;
    static final int NOT_FOUND = 404;
    static final int FAILED = 500;
    private static final int FOUND = 200;

    /** Refuses nulls. */
    public ViewPage {
        Objects.requireNonNull(contentType, "contentType");
        Objects.requireNonNull(content, "content");
    }

    static ViewPage html(String content) {
        return new ViewPage(FOUND, "text/html; charset=utf-8", content);
    }

    static ViewPage csv(String content) {
        return new ViewPage(FOUND, "text/csv; charset=utf-8", content);
    }

    static ViewPage json(Map<String, @Nullable Object> tree) {
        TreeBuilder json = TreeBuilder.object();
        tree.forEach(json::put);
        return new ViewPage(FOUND, "application/json", json.json());
    }

    ViewPage with(int other) {
        return new ViewPage(other, contentType, content);
    }

    /**
     * Returns the content as bytes.
     *
     * @return the content in UTF-8
     */
    public byte[] bytes() {
        return content.getBytes(StandardCharsets.UTF_8);
    }
}
