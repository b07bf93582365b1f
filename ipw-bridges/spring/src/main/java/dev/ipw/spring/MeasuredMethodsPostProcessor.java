package dev.ipw.spring;

import java.io.Serial;
import org.springframework.aop.framework.autoproxy.AbstractBeanFactoryAwareAdvisingPostProcessor;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.annotation.AnnotationMatchingPointcut;

/** Measures the methods with {@link MeasureEnergy} of all beans; needs no AspectJ. */
final class MeasuredMethodsPostProcessor extends AbstractBeanFactoryAwareAdvisingPostProcessor {
    @Serial
    private static final long serialVersionUID = 1L;

    MeasuredMethodsPostProcessor(MeasuredMethods methods) {
        advisor = new DefaultPointcutAdvisor(new AnnotationMatchingPointcut(null, MeasureEnergy.class, true), methods);
        // Outermost, so that retries and transactions are in the joules.
        setBeforeExistingAdvisors(true);
        setProxyTargetClass(true);
    }
}
