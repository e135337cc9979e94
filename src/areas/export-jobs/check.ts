import { type ExportOf, exportEta } from "../../domain/export-jobs/export-eta.ts";
import { exportAsJob } from "../../domain/export-jobs/export-status.ts";
import { isUnderWay } from "../../domain/job.ts";
import type { AreaCheck } from "../model/check.ts";
import type { Context } from "../model/context.ts";
import { countOf, type ThingField } from "../model/fields.ts";
import { cachedExports, isUnresolved, ringOfExport } from "./jobs.ts";

/** Exports for monitoring: failures without a later success of the same cluster, and exports that are slow or stuck. */

const isFailure = ({ job, cluster }: ExportOf, context: Context): boolean =>
  isUnresolved({ job, cluster }, cachedExports(context), context.now);

/** Pace of a running export compared with earlier ones. */
function paceOf(one: ExportOf, context: Context): "in-time" | "late" | "dead" {
  if (!isUnderWay(exportAsJob(one.job, context.now))) return "in-time";
  const eta = exportEta(one, cachedExports(context), ringOfExport(context, one), context.now);
  if (eta.kind === "dead") return "dead";
  return eta.kind === "expected" && eta.late !== null ? "late" : "in-time";
}

export const exportCounts: readonly ThingField<readonly ExportOf[]>[] = [
  countOf("unresolved", "failed, with no later export of the cluster that is done", isFailure),
  countOf("slow", "running longer than usual", (one, context) => paceOf(one, context) === "late"),
  countOf(
    "stuck",
    "no progress for an unusually long time: it may be stuck",
    (one, context) => paceOf(one, context) === "dead",
  ),
];

function problems(context: Context): readonly string[] {
  const all = cachedExports(context);
  const pace = (wanted: "late" | "dead") => all.filter((one) => paceOf(one, context) === wanted);
  return [
    ...all
      .filter((one) => isFailure(one, context))
      .map(({ job, cluster }) => {
        const reason = job.stateReason?.message ?? job.stateReason?.errorCode ?? "";
        return `export of ${cluster} failed${reason === "" ? "" : `: ${reason}`}`;
      }),
    ...pace("dead").map(({ cluster }) => `export of ${cluster} may be stuck`),
    ...pace("late").map(({ cluster }) => `export of ${cluster} takes longer than usual`),
  ];
}

export const check: AreaCheck = {
  name: "exports",
  figures: [
    { id: "unresolved", words: "failed", critical: "0" },
    { id: "stuck", words: "may be stuck", critical: "0" },
    { id: "slow", words: "longer than usual", warning: "0" },
    { id: "running", words: "running" },
  ],
  nothing: "none running, none failed without a later one that is done",
  problems,
};
