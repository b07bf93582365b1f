package dev.ipw.energy;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.apiguardian.api.API;

/** The part of a machine that an energy figure covers. */
@API(status = API.Status.EXPERIMENTAL)
public enum Scope {
    /** A graphics processor board. */
    GPU,
    /** A module that carries processor, accelerator and memory together; contains PACKAGE, GPU and DRAM. */
    MODULE,
    /** Memory of an accelerator. */
    MEMORY,
    /** A processor package with everything in it. */
    PACKAGE,
    /** The cores of a package; part of PACKAGE. */
    CORE,
    /** The rest of a package, often its graphics; part of PACKAGE. */
    UNCORE,
    /** The machine's main memory. */
    DRAM,
    /** The whole platform as the processor or the board sees it; contains all other scopes. */
    PSYS,
    /** A system on chip; contains its processor, its graphics and its neural engine. */
    SOC,
    /** A neural engine. */
    ANE,
    /** A named power rail of a board. */
    RAIL;

    private static final Set<Scope> ADDITIVE = EnumSet.of(GPU, PACKAGE, DRAM, ANE);

    /**
     * Returns whether devices of this scope can be summed without counting a joule twice. Parts of a package, and
     * scopes that contain others, may not.
     *
     * @return true for GPU, PACKAGE, DRAM and ANE
     */
    public boolean isAdditive() {
        return ADDITIVE.contains(this);
    }

    /**
     * Returns the name used in files and on screens.
     *
     * @return lower case, for example {@code package}
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
