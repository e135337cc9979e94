/** Everything that is said of all areas and forms at once: one file, because the walk that finds them all takes longer than most of it. */
import "./completeness.ts";
import "./form-completeness.ts";
import "./reasons.ts";
import "./turned-back.ts";
import "./typed-everywhere.ts";
