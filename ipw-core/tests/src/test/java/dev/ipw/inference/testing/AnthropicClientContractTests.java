package dev.ipw.inference.testing;

import java.util.List;
import java.util.stream.Collectors;

import static dev.ipw.inference.testing.MessagesEvents.event;
import static dev.ipw.inference.testing.MessagesEvents.quoted;
import static dev.ipw.inference.testing.MessagesEvents.start;
import static dev.ipw.inference.testing.MessagesEvents.stop;
import static dev.ipw.inference.testing.MessagesEvents.textDelta;
import static dev.ipw.inference.testing.MessagesEvents.textStart;

class AnthropicClientContractTests extends ClientContract {
    @Override
    protected String id() {
        return "anthropic";
    }

    @Override
    protected String recordings() {
        return "anthropic";
    }

    @Override
    protected List<String> callIds() {
        return List.of("toolu_01T1x1fJ34qAmk2tNTrN7Up6", "toolu_01A09q90qw90lq917835lq9");
    }

    @Override
    protected String keyVariable() {
        return "ANTHROPIC_API_KEY";
    }

    @Override
    protected String streamType() {
        return "text/event-stream; charset=utf-8";
    }

    @Override
    protected String opening() {
        return start("{\"input_tokens\":12,\"output_tokens\":1}") + textStart();
    }

    @Override
    protected String piece(String text) {
        return textDelta(text);
    }

    @Override
    protected String ending(int output) {
        return stop("end_turn", "{\"output_tokens\":" + output + "}");
    }

    @Override
    protected String streamedError(String words) {
        return event("error", "\"error\":{\"type\":\"overloaded_error\",\"message\":" + quoted(words) + "}");
    }

    @Override
    protected String whole(String text) {
        return "{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"m\",\"content\":"
                + "[{\"type\":\"text\",\"text\":" + quoted(text) + "}],\"stop_reason\":\"end_turn\","
                + "\"usage\":{\"input_tokens\":12,\"output_tokens\":3}}";
    }

    @Override
    protected String models(List<String> names) {
        return "{\"data\":[" + names.stream().map(name -> "{\"type\":\"model\",\"id\":" + quoted(name) + "}")
                .collect(Collectors.joining(",")) + "],\"has_more\":false}";
    }
}
