package dev.ipw.langchain4j;

import dev.langchain4j.observability.api.AiServiceListenerRegistrar;
import dev.langchain4j.observability.api.DefaultAiServiceListenerRegistrar;
import dev.langchain4j.spi.observability.AiServiceListenerRegistrarFactory;
import org.apiguardian.api.API;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A factory that measures every AI service of an unchanged application: LangChain4j finds it by itself. It measures
 * if the system property {@code ipw.langchain4j} is set to a choice of collectors such as {@code auto}; otherwise
 * there is no measurement.
 */
@API(status = API.Status.EXPERIMENTAL)
public final class EnergyRegistrarFactory implements AiServiceListenerRegistrarFactory {
    private static final Logger LOGGER = LoggerFactory.getLogger(EnergyRegistrarFactory.class);

    /** Creates the factory, for {@link java.util.ServiceLoader}. */
    public EnergyRegistrarFactory() {}

    /**
     * Creates the registrar of one AI service.
     *
     * @return LangChain4j's own registrar, with listeners if the property is set
     */
    @Override
    public AiServiceListenerRegistrar get() {
        AiServiceListenerRegistrar registrar = new DefaultAiServiceListenerRegistrar();
        if (System.getProperty(MachineListener.PROPERTY) != null) {
            try {
                registrar.register(EnergyChatModelListener.ofMachine().aiServiceListeners());
            } catch (RuntimeException | LinkageError failed) {
                LOGGER.warn("AI services are not measured: -D{} does not work here", MachineListener.PROPERTY, failed);
            }
        }
        return registrar;
    }
}
