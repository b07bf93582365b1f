package dev.ipw.opentelemetry;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.telemetry.RequestEnergy;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import java.util.List;
import org.apiguardian.api.API;

/** The attributes of exported spans. Unknown ones are absent. */
@API(status = API.Status.EXPERIMENTAL)
public final class EnergyAttributes {
    /** The span's share of the devices' joules, including that of the GenAI spans within it. */
    public static final AttributeKey<Double> JOULES = AttributeKey.doubleKey("ipw.energy.joules");
    /** The lower bound of {@link #JOULES}. */
    public static final AttributeKey<Double> LOWER_JOULES = AttributeKey.doubleKey("ipw.energy.lower_joules");
    /** The upper bound of {@link #JOULES}. */
    public static final AttributeKey<Double> UPPER_JOULES = AttributeKey.doubleKey("ipw.energy.upper_joules");
    /** The part of {@link #JOULES} outside the GenAI spans within it. These may be added over all spans. */
    public static final AttributeKey<Double> OWN_JOULES = AttributeKey.doubleKey("ipw.energy.own_joules");
    /** The share without its part of the idle power. */
    public static final AttributeKey<Double> NET_JOULES = AttributeKey.doubleKey("ipw.energy.net_joules");
    /** The provenance of the joules: MEASURED, INTEGRATED, ESTIMATED or UNAVAILABLE. */
    public static final AttributeKey<String> PROVENANCE = AttributeKey.stringKey("ipw.energy.provenance");
    /** The source of the joules, or the reason for their absence. */
    public static final AttributeKey<String> SOURCE = AttributeKey.stringKey("ipw.energy.source");
    /** The limitations of the figure, by the names of {@link EnergyFlag}. */
    public static final AttributeKey<List<String>> FLAGS = AttributeKey.stringArrayKey("ipw.energy.flags");

    private EnergyAttributes() {}

    static Attributes of(RequestEnergy energy) {
        EnergyReading reading = energy.energy();
        AttributesBuilder attributes = Attributes.builder();
        reading.joules().ifPresent(joules -> attributes.put(JOULES, joules));
        reading.lower().ifPresent(joules -> attributes.put(LOWER_JOULES, joules));
        reading.upperBound().ifPresent(joules -> attributes.put(UPPER_JOULES, joules));
        energy.ownEnergy().joules().ifPresent(joules -> attributes.put(OWN_JOULES, joules));
        energy.netEnergy().joules().ifPresent(joules -> attributes.put(NET_JOULES, joules));
        attributes.put(PROVENANCE, reading.provenance().name());
        attributes.put(SOURCE, reading.reason().orElse(reading.source()));
        if (!reading.flags().isEmpty()) {
            attributes.put(FLAGS, reading.flags().stream().map(EnergyFlag::name).sorted().toList());
        }
        return attributes.build();
    }

    static Attributes unavailable(String reason) {
        return Attributes.of(PROVENANCE, "UNAVAILABLE", SOURCE, reason);
    }
}
