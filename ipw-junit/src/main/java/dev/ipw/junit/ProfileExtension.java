package dev.ipw.junit;

import dev.ipw.ProfileRun;
import java.util.Optional;
import org.apiguardian.api.API;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** The Jupiter extension that profiles the model of a test. {@link ProfileWith} registers it. */
@API(status = API.Status.EXPERIMENTAL)
public final class ProfileExtension implements BeforeTestExecutionCallback, ParameterResolver {
    private static final ExtensionContext.Namespace NAMESPACE = ExtensionContext.Namespace
            .create(ProfileExtension.class);

    /** Creates the extension, as Jupiter does. */
    public ProfileExtension() {}

    /**
     * Profiles the model after {@code @BeforeEach}.
     *
     * @throws org.opentest4j.TestAbortedException if nothing measures
     */
    @Override
    public void beforeTestExecution(ExtensionContext context) throws InterruptedException {
        Optional<ProfileWith> profile = AnnotationSupport.findAnnotation(context.getTestMethod(), ProfileWith.class);
        if (profile.isPresent()) {
            context.getStore(NAMESPACE).put(ProfileRun.class,
                    new ProfiledTest(EnergyResource.of(context), profile.get(), TestName.of(context)).run());
        }
    }

    /**
     * Returns whether the parameter is the run.
     *
     * @return true for {@link ProfileRun} of a test with {@link ProfileWith}
     */
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == ProfileRun.class
                && AnnotationSupport.isAnnotated(parameter.getDeclaringExecutable(), ProfileWith.class);
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getStore(NAMESPACE).get(ProfileRun.class, ProfileRun.class);
    }
}
