package dev.ipw.agents;

import dev.ipw.inference.ToolDefinition;
import dev.ipw.junit.contract.ToolProviderContract;
import dev.ipw.plugin.Parameters;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.testkit.engine.EngineTestKit;

import static org.assertj.core.api.Assertions.assertThat;

/** Checks that the kit rejects each mistake, by the test that is about it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ToolProviderContractTests {
    /** The names of the tests that failed, by the mistake. */
    private final Map<String, Set<String>> failed = new HashMap<>();

    ToolProviderContractTests() {
        EngineTestKit.engine("junit-jupiter").selectors(DiscoverySelectors.selectClass(Kit.class)).execute()
                .testEvents().failed().stream().forEach(event -> failed
                        .computeIfAbsent(event.getTestDescriptor().getParent().orElseThrow().getDisplayName(),
                                mistake -> new TreeSet<>())
                        .add(event.getTestDescriptor().getDisplayName().replace("()", "")));
    }

    @Test
    void aProviderThatIsInNoServicesFileFailsThereOnly() {
        assertThat(failed.get(Mistake.UNREGISTERED.name())).containsExactly("isFoundOnTheClassPath");
    }

    @ParameterizedTest
    @EnumSource
    void aMistakeFailsTheTestAboutIt(Mistake mistake) {
        assertThat(failed.get(mistake.name())).contains(mistake.test);
    }

    /** A mistake, and the test that finds it. */
    enum Mistake {
        UNREGISTERED("isFoundOnTheClassPath"),
        ID_WITH_SPACE("hasAnIdThatAPersonCanType"),
        BLANK_DESCRIPTION("describesItselfInALine"),
        NO_TOOL("makesToolsWithNamesOfTheirOwn"),
        SAME_NAME("makesToolsWithNamesOfTheirOwn"),
        BLANK_PURPOSE("describesEachToolToAModel"),
        SCHEMA_OF_LISTS("describesEachToolToAModel"),
        SCHEMA_IS_A_LIST("describesEachToolToAModel"),
        SCHEMA_IS_NOT_JSON("describesEachToolToAModel"),
        ANY_PARAMETER("refusesAParameterThatItDoesNotKnow"),
        OTHER_EXCEPTION_FOR_A_PARAMETER("refusesAParameterThatItDoesNotKnow"),
        ALWAYS_FAILS("succeedsWithTheArguments"),
        NULL_RESULT("succeedsWithTheArguments"),
        ENDLESS_RESULT("succeedsWithTheArguments"),
        OTHER_FIELD_IN_SCHEMA("succeedsAsAModelCallsIt"),
        OTHER_EXCEPTION_FOR_A_FIELD("refusesArgumentsWithoutARequiredField"),
        DEFAULT_FOR_A_FIELD("refusesArgumentsWithoutARequiredField"),
        ONE_THREAD("givesTheSameResultOnThreadsAtOnce"),
        RESULT_COUNTS_USES("givesTheSameResultOnThreadsAtOnce"),
        CLOSES_ONCE("closesTwice");

        private final String test;

        Mistake(String test) {
            this.test = test;
        }
    }

    @ParameterizedClass(name = "{0}")
    @EnumSource
    static final class Kit extends ToolProviderContract {
        private final Mistake mistake;

        Kit(Mistake mistake) {
            this.mistake = mistake;
        }

        @Override
        protected ToolProvider provider() {
            return new Provider(mistake);
        }

        @Override
        protected String toolName() {
            return "sum";
        }

        @Override
        protected String arguments() {
            return "{\"first\": 1, \"second\": 2}";
        }
    }

    private record Provider(Mistake mistake) implements ToolProvider {
        @Override
        public String id() {
            return mistake == Mistake.ID_WITH_SPACE ? "a sum" : "sum";
        }

        @Override
        public String description() {
            return mistake == Mistake.BLANK_DESCRIPTION ? " " : "adds";
        }

        @Override
        public List<AgentTool> create(ToolContext context, Parameters parameters) {
            if (mistake == Mistake.ANY_PARAMETER) {
                parameters.withPrefix("");
            } else if (mistake == Mistake.OTHER_EXCEPTION_FOR_A_PARAMETER && !parameters.asMap().isEmpty()) {
                throw new IllegalArgumentException("no-such-parameter");
            }
            return switch (mistake) {
                case NO_TOOL -> List.of();
                case SAME_NAME -> List.of(new Sum(mistake), new Sum(mistake));
                default -> List.of(new Sum(mistake));
            };
        }
    }

    private static final class Sum implements AgentTool {
        private final Mistake mistake;
        private final Thread creator = Thread.currentThread();
        private int uses;
        private boolean isClosed;

        Sum(Mistake mistake) {
            this.mistake = mistake;
        }

        @Override
        public ToolDefinition definition() {
            return new ToolDefinition("sum", mistake == Mistake.BLANK_PURPOSE ? "" : "Add two numbers.",
                    switch (mistake) {
                        case SCHEMA_OF_LISTS -> "{\"type\": \"array\"}";
                        case SCHEMA_IS_A_LIST -> "[\"first\", \"second\"]";
                        case SCHEMA_IS_NOT_JSON -> "first, second";
                        case OTHER_FIELD_IN_SCHEMA -> """
                                {"type": "object", "properties": {"one": {"type": "number"}},
                                 "additionalProperties": false}""";
                        default ->
                            """
                                    {"type": "object", "properties": {"first": {"type": "number"}, "second": {"type": "number"}},
                                     "required": ["first", "second"]}""";
                    });
        }

        @Override
        @SuppressWarnings("NullAway")
        public synchronized String use(ToolArguments arguments, Workspace workspace) throws ToolException {
            if (mistake == Mistake.ALWAYS_FAILS) {
                throw new ToolException("there is no sum today");
            }
            if (mistake == Mistake.ONE_THREAD && Thread.currentThread() != creator) {
                throw new IllegalStateException("used by another thread");
            }
            uses++;
            double first = arguments.number("first").orElseThrow(() -> new ToolException("first is missing"));
            double sum = first + second(arguments);
            return switch (mistake) {
                case NULL_RESULT -> null;
                case ENDLESS_RESULT -> String.valueOf(sum).repeat(100_000);
                case RESULT_COUNTS_USES -> sum + " in use " + uses;
                default -> String.valueOf(sum);
            };
        }

        private double second(ToolArguments arguments) throws ToolException {
            return switch (mistake) {
                case OTHER_EXCEPTION_FOR_A_FIELD -> arguments.number("second").orElseThrow();
                case DEFAULT_FOR_A_FIELD -> arguments.number("second").orElse(0);
                default -> arguments.number("second").orElseThrow(() -> new ToolException("second is missing"));
            };
        }

        @Override
        public void close() {
            if (mistake == Mistake.CLOSES_ONCE && isClosed) {
                throw new IllegalStateException("closed already");
            }
            isClosed = true;
        }
    }
}
