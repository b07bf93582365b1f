package dev.ipw.langchain4j;

import dev.ipw.junit.fake.FakeTelemetrySource;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.internal.spans.OpenSpan;
import dev.ipw.telemetry.internal.spans.SpanTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("real-time")
class SpanTreeTests {
    private final TelemetrySession session = TelemetrySession.builder().discovery(false)
            .source(new FakeTelemetrySource(100)).open();
    private final AtomicLong nanos = new AtomicLong();
    private final SpanTree tree = new SpanTree(session, closed -> {}, nanos::get);

    @AfterEach
    void close() {
        session.close();
    }

    @Test
    void closesASpanThatHasBeenOpenForAnHour() {
        OpenSpan forgotten = tree.open("forgotten", this, Optional.empty());
        nanos.addAndGet(SpanTree.LONGEST_OPEN_NANOS);
        OpenSpan next = tree.open("next", this, Optional.empty());

        assertThat(forgotten.isOpen()).isFalse();
        assertThat(next.isOpen()).isTrue();
        assertThat(session.requests().open()).isEqualTo(1);
    }

    @Test
    void leavesNoThreadWithinASpanThatAnotherThreadClosed() throws Exception {
        OpenSpan outer = tree.open("outer", this, Optional.empty());
        OpenSpan inner = tree.open("inner", this, Optional.of(outer));
        tree.enter(outer);
        tree.enter(inner);
        Thread other = Thread.ofVirtual().start(() -> tree.close(inner));
        other.join();

        assertThat(tree.current()).contains(outer);
        tree.close(outer);
        assertThat(tree.current()).isEmpty();
    }

    @Test
    void keepsASpanThatEndedUntilThoseWithinItAreClosed() {
        List<String> over = new ArrayList<>();
        SpanTree telling = new SpanTree(session, closed -> over.add(closed.id()), nanos::get);
        OpenSpan outer = telling.open("outer", this, Optional.empty());
        OpenSpan inner = telling.open("inner", this, Optional.of(outer));
        telling.end(outer);
        OpenSpan late = telling.open("late", this, Optional.of(outer));

        assertThat(outer.isOpen()).isFalse();
        assertThat(outer.isMeasuring()).isTrue();
        assertThat(late.parent()).isEqualTo(outer);
        telling.end(inner);
        telling.end(outer);
        assertThat(over).containsExactly("inner");
        telling.close(late);
        assertThat(over).containsExactly("inner", "late", "outer");
        assertThat(outer.span().share().time().endNanos())
                .isGreaterThanOrEqualTo(late.span().share().time().endNanos());
    }

    @Test
    void opensARequestOfItsOwnWithinASpanThatIsClosed() {
        OpenSpan outer = tree.open("outer", this, Optional.empty());
        tree.close(outer);

        OpenSpan late = tree.open("late", this, Optional.of(outer));

        assertThat(late.isOpen()).isTrue();
        assertThat(late.parent()).isNull();
    }

    @Test
    void closesNothingThatANewSpanLiesWithin() {
        OpenSpan agent = tree.open("agent", this, Optional.empty());
        OpenSpan forgotten = tree.open("forgotten", this, Optional.of(agent));
        nanos.addAndGet(SpanTree.LONGEST_OPEN_NANOS);

        OpenSpan call = tree.open("call", this, Optional.of(agent));

        assertThat(agent.isOpen()).isTrue();
        assertThat(call.parent()).isEqualTo(agent);
        assertThat(forgotten.isOpen()).isFalse();
        assertThat(forgotten.isCut()).isTrue();
        assertThat(agent.isCut()).isFalse();
    }

    @Test
    void opensWithinTheNearestSpanThatIsOpen() {
        OpenSpan agent = tree.open("agent", this, Optional.empty());
        OpenSpan tool = tree.open("tool", this, Optional.of(agent));
        tree.end(tool);

        OpenSpan late = tree.open("late", this, Optional.of(tool));

        assertThat(late.parent()).isEqualTo(agent);
    }

    @Test
    void closesWhatIsOpenWithinASpanOfWhichNothingMoreIsHeard() {
        List<String> over = new ArrayList<>();
        SpanTree telling = new SpanTree(session, closed -> over.add(closed.id()), nanos::get);
        OpenSpan agent = telling.open("agent", this, Optional.empty());
        OpenSpan tool = telling.open("tool", this, Optional.of(agent));
        telling.open("call", this, Optional.of(tool));
        telling.end(tool);

        telling.close(agent);

        assertThat(over).containsExactlyInAnyOrder("agent", "tool", "call");
        assertThat(session.requests().open()).isZero();
    }

    @Test
    void saysOfASpanThatWasClosedWhileItsWorkWentOnThatItIsCut() {
        OpenSpan agent = tree.open("agent", this, Optional.empty());
        OpenSpan call = tree.open("call", this, Optional.of(agent));
        OpenSpan done = tree.open("done", this, Optional.of(agent));
        tree.end(done);
        tree.close(agent);
        tree.end(call);

        assertThat(agent.isCut()).isTrue();
        assertThat(call.isCut()).isTrue();
        assertThat(done.isCut()).isFalse();
    }
}
