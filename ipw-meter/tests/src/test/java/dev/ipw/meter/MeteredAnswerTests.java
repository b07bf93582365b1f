package dev.ipw.meter;

import dev.ipw.energy.Scope;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.testing.Canary;
import dev.ipw.testing.Draws;
import dev.ipw.testing.SteadySource;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Passes answers on as a gateway would, in pieces that are cut anywhere. */
@Tag("real-time")
class MeteredAnswerTests {
    private static final String EVENTS = "text/event-stream; charset=utf-8";
    private static final String JSON = "application/json";

    private final BlockingQueue<RequestFigures> finished = new LinkedBlockingQueue<>();
    private TelemetrySession telemetry;
    private EnergyMeter meter;

    /** Streamed answers of 2 tokens, 1 of them reasoning where the protocol counts it, to a prompt of 9, 4 of them cached. */
    enum Streamed {
        CHAT("/v1/chat/completions", "data: {'choices':[{'index':0,'delta':{'role':'assistant','content':''}}]}\n\n"
                + "data: {'choices':[{'index':0,'delta':{'reasoning_content':'süß'}}]}\n\n"
                + ": ping\n\ndata: {'choices':[{'index':0,'delta':{'content':'é😀'}}]}\r\n\r\n"
                + "data: {'choices':[{'index':0,'delta':{},'finish_reason':'stop'}]}\n\n"
                + "data: {'choices':[],'usage':{'prompt_tokens':9,'completion_tokens':2,'total_tokens':11,"
                + "'prompt_tokens_details':{'cached_tokens':4},'completion_tokens_details':{'reasoning_tokens':1}}}\n\n"
                + "data: [DONE]\n\n"),
        RESPONSES("/v1/responses", "event: response.created\ndata: {'type':'response.created','response':{}}\n\n"
                + "event: response.output_text.delta\n"
                + "data: {'type':'response.output_text.delta','item_id':'m','output_index':0,'content_index':0,"
                + "'delta':'é😀'}\n\n"
                + "event: response.completed\ndata: {'type':'response.completed','response':{'status':'completed',"
                + "'output':[{'type':'message','content':[{'type':'output_text','text':'é😀'}]}],"
                + "'usage':{'input_tokens':9,'input_tokens_details':{'cached_tokens':4},'output_tokens':2,"
                + "'output_tokens_details':{'reasoning_tokens':1},'total_tokens':11}}}\n\n"),
        MESSAGES("/v1/messages", "event: message_start\ndata: {'type':'message_start','message':{'role':'assistant',"
                + "'content':[],'usage':{'input_tokens':5,'cache_read_input_tokens':4,'output_tokens':1}}}\n\n"
                + "event: content_block_start\ndata: {'type':'content_block_start','index':0,"
                + "'content_block':{'type':'text','text':''}}\n\n"
                + "event: content_block_delta\ndata: {'type':'content_block_delta','index':0,"
                + "'delta':{'type':'text_delta','text':'é😀'}}\n\n"
                + "event: content_block_stop\ndata: {'type':'content_block_stop','index':0}\n\n"
                + "event: message_delta\ndata: {'type':'message_delta','delta':{'stop_reason':'end_turn'},"
                + "'usage':{'output_tokens':2}}\n\n"
                + "event: message_stop\ndata: {'type':'message_stop'}\n\n"),
        GENERATE("/v1beta/models/gemini:streamGenerateContent",
                "data: {'candidates':[{'content':{'role':'model','parts':[{'text':'é😀'}]}}]}\r\n\r\n"
                        + "data: {'candidates':[{'content':{'parts':[{'text':''}]},'finishReason':'STOP'}],"
                        + "'usageMetadata':{'promptTokenCount':9,'cachedContentTokenCount':4,"
                        + "'candidatesTokenCount':1,'thoughtsTokenCount':1,'totalTokenCount':11}}\r\n\r\n");

        private final String path;
        private final byte[] body;

        Streamed(String path, String body) {
            this.path = path;
            this.body = bytes(body);
        }
    }

    @BeforeEach
    void start() {
        telemetry = TelemetrySession.builder().discovery(false).source(new SteadySource("steady",
                Sensor.energyCounter("gpu-0", Scope.GPU, "steady gpu-0", 1e-6, OptionalLong.empty()), 1e8)).open();
        meter = EnergyMeter.start(telemetry);
        meter.addListener(new MeterListener() {
            @Override
            public void requestFinished(RequestFigures request) {
                finished.add(request);
            }
        });
    }

    @AfterEach
    void stop() {
        meter.close();
        telemetry.close();
    }

    private static byte[] bytes(String body) {
        return body.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }

    private MeteredAnswer read(String path, int status, String contentType) {
        return MeteredAnswer.read(meter.start(RequestOrigin.of("m", "t"), 9), path, status, contentType);
    }

    private RequestFigures figures(String path, int status, String contentType, String body,
            Consumer<MeteredAnswer> end) throws InterruptedException {
        MeteredAnswer answer = read(path, status, contentType);
        answer.pass(ByteBuffer.wrap(bytes(body)));
        end.accept(answer);
        return finished.take();
    }

    @ParameterizedTest
    @EnumSource(Streamed.class)
    void countsTheTokensOfAStreamWhereverItIsCut(Streamed stream) throws Exception {
        Random random = new Random(stream.ordinal());
        int draws = Draws.of(20, 500);
        for (int draw = 0; draw < draws; draw++) {
            MeteredAnswer answer = read(stream.path, 200, EVENTS);
            int most = 1 + random.nextInt(stream.body.length);
            for (int from = 0; from < stream.body.length;) {
                int length = Math.min(stream.body.length - from, 1 + random.nextInt(most));
                ByteBuffer piece = ByteBuffer.wrap(stream.body, from, length);
                answer.pass(piece);
                assertThat(piece.remaining()).isEqualTo(length);
                from += length;
            }
            answer.end();
        }
        for (int draw = 0; draw < draws; draw++) {
            RequestFigures figures = finished.take();
            assertThat(figures.failure()).isEmpty();
            assertThat(figures.status()).isEqualTo(OptionalInt.of(200));
            assertThat(figures.firstTokenIn().orElseThrow()).isLessThanOrEqualTo(figures.duration().orElseThrow());
            assertThat(figures.tokens().input()).isEqualTo(OptionalLong.of(9));
            assertThat(figures.tokens().cached()).isEqualTo(OptionalLong.of(4));
            assertThat(figures.tokens().output()).isEqualTo(OptionalLong.of(2));
        }
    }

    @Test
    void countsTheTokensOfAWholeAnswer() throws Exception {
        RequestFigures figures = figures("/v1/chat/completions", 200, JSON, "{'choices':[{'index':0,'message':"
                + "{'content':'four'},'finish_reason':'stop'}],'usage':{'prompt_tokens':9,'completion_tokens':1}}",
                MeteredAnswer::end);

        assertThat(figures.failure()).isEmpty();
        assertThat(figures.tokens()).isEqualTo(RequestTokens.of(9, 1));
        assertThat(figures.firstTokenIn()).isPresent();
    }

    @Test
    void namesAFailureInNoWordOfTheServer() throws Exception {
        String said = "{'error':{'message':'the key " + Canary.KEY + " is wrong'}}";

        assertThat(figures("/v1/chat/completions", 401, JSON, said, MeteredAnswer::end).failure())
                .contains("the server answered HTTP 401");
        assertThat(figures("/v1/messages", 200, EVENTS, "event: error\ndata: " + said + "\n\n", MeteredAnswer::end)
                .failure()).contains("the server reported an error in its answer");
    }

    @Test
    void namesTheEndThatIsMissing() throws Exception {
        String begun = "data: {'choices':[{'index':0,'delta':{'content':'four'}}]}\n\ndata: {'choices':[{'ind";

        RequestFigures cut = figures("/v1/chat/completions", 200, EVENTS, begun, MeteredAnswer::end);
        assertThat(cut.failure()).contains("the answer broke off");
        assertThat(cut.firstTokenIn()).isPresent();
        assertThat(cut.tokens()).isEqualTo(RequestTokens.UNKNOWN);
        assertThat(figures("/v1/chat/completions", 200, EVENTS, begun, answer -> answer.breakOff("the client left"))
                .failure()).contains("the client left");
    }

    @Test
    void takesAnAnswerAsCompleteIfOnlyItsConnectionBroke() throws Exception {
        String chat = new String(Streamed.CHAT.body, StandardCharsets.UTF_8);

        RequestFigures figures = figures("/v1/chat/completions", 200, EVENTS, chat,
                answer -> answer.breakOff("the client left"));
        assertThat(figures.failure()).isEmpty();
        assertThat(figures.tokens().output()).isEqualTo(OptionalLong.of(2));
    }

    @Test
    void endsAnAnswerThatItCannotRead() throws Exception {
        List<RequestFigures> unread = new ArrayList<>();
        unread.add(figures("/v1/embeddings", 200, JSON, "{'data':[]}", MeteredAnswer::end));
        unread.add(figures("/v1/chat/completions", 200, JSON, "no JSON", MeteredAnswer::end));
        unread.add(figures("/v1/chat/completions", 204, "", "", MeteredAnswer::end));

        assertThat(unread).allSatisfy(figures -> {
            assertThat(figures.failure()).isEmpty();
            assertThat(figures.tokens()).isEqualTo(RequestTokens.UNKNOWN);
            assertThat(figures.duration()).isPresent();
        });
        assertThat(figures("/v1/embeddings", 500, "", "", MeteredAnswer::end).failure())
                .contains("the server answered HTTP 500");
        assertThat(figures("/v1/embeddings", 200, JSON, "[", answer -> answer.breakOff("the client left")).failure())
                .contains("the client left");
    }

    @Test
    void keepsNoMoreOfAnAnswerThanItsLimit() throws Exception {
        MeteredAnswer answer = read("/v1/chat/completions", 200, JSON);
        ByteBuffer spaces = ByteBuffer.wrap(" ".repeat(1 << 20).getBytes(StandardCharsets.US_ASCII));
        for (int i = 0; i <= 64; i++) {
            answer.pass(spaces);
        }
        answer.pass(
                ByteBuffer.wrap(bytes("{'choices':[{'index':0,'message':{'content':'four'},'finish_reason':'stop'}],"
                        + "'usage':{'prompt_tokens':9,'completion_tokens':1}}")));
        answer.end();

        RequestFigures figures = finished.take();
        assertThat(figures.tokens()).isEqualTo(RequestTokens.UNKNOWN);
        assertThat(figures.status()).isEqualTo(OptionalInt.of(200));
    }

    @Test
    void noDevicesNameNoReplica() {
        MeteredRequest request = meter.startAnywhere(RequestOrigin.of("m", "t"), 9);
        request.servedBy(Set.of());
        request.servedBy(Set.of("gpu-0"));
        assertThat(request.figures().origin().devices()).containsExactly("gpu-0");
    }
}
