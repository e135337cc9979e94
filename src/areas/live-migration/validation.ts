import type { MigrationValidation } from "../../contract/live-migration.ts";
import type { ArgsOf } from "../../contract/operations.ts";
import { usualOrLonger } from "../../domain/typical.ts";
import { saysAbsent } from "../../state/answers/lookup.ts";
import { formatAge, formatLongDuration } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { bad, dim, good, warn } from "../builders/cells.ts";
import { field, fieldIfAny, heading, textLine, timeField } from "../builders/lines.ts";
import { cellText } from "../model/cell.ts";
import type { Context } from "../model/context.ts";
import type { KeyNames } from "../model/key-names.ts";
import type { DetailLine, DetailModel } from "../model/view.ts";
import { sourceProjectsOf } from "../source-projects/list.ts";
import { validationCell } from "./list.ts";
import { isPending, nameOf, type Thing } from "./queries.ts";

/** One validation (E62): whether the migration would work, and the remedies where it would not (`domain.md` 14.5). */

/** Patterns in failure reasons, and the remedy for each. */
const REMEDIES: readonly (readonly [pattern: RegExp, remedy: string])[] = [
  [/disk space|too small|storage/iu, "Take a larger destination, or give it more disk, and validate again."],
  [
    /\btls\b|\bssl\b/iu,
    "Set TLS on source to the source's setting; with a private CA, enter the CA file on the migration host.",
  ],
  [
    /managedAuthentication|handles? the users|authenticat|password|user/iu,
    "Set the login to the manager's setting: users managed by the manager, or a user with a password.",
  ],
  [/standalone|oplog/iu, "Convert the source to a replica set first: a standalone has no oplog."],
  [
    /migration host|not reachable|unreachable|network/iu,
    "Choose a migration host of that source project, and check that it reaches source and destination.",
  ],
  [/version/iu, "Upgrade the destination to the version of the source or later."],
  [/shard/iu, "Choose a destination of the same kind, or correct the shard keys."],
  [/paused|dedicated|M10/iu, "Choose a dedicated cluster that is not paused."],
  [/another migration|receiving/iu, "Wait until the other migration into that cluster has ended."],
];

/** The remedy for a failure reason, or general advice for an unknown one. */
export const remedyOf = (message: string): string =>
  REMEDIES.find(([pattern]) => pattern.test(message))?.[1] ??
  "Correct the error, then validate again; nothing was changed.";

/** A validation older than this says little about the present state (ms; `domain.md` 14.4). */
export const VALID_FOR = 24 * 3_600_000;

/** Result of a validation and the time of its request: `passed, 2h ago`; null stands for one that was not read. */
export function formatValidation(validation: MigrationValidation | null, age: number): string {
  const requested = `requested ${formatAge(age)} ago`;
  if (validation === null) return `not loaded, ${requested}`;
  if (isPending(validation)) return `still running, ${requested}`;
  return `${cellText(validationCell(validation.status))}, ${formatAge(age)} ago`;
}

/** A validation that has not ended after this takes longer than usual (ms). */
const MOST = 2 * 60_000;

function outcome(
  key: KeyNames,
  status: string | null | undefined,
  message: string | null | undefined,
  old: number,
): readonly DetailLine[] {
  if (status === "SUCCESS") {
    return [
      textLine(good("Passed: source, destination, login and network are compatible.")),
      old > VALID_FOR
        ? textLine(warn(`The validation is ${formatLongDuration(old)} old: validate again before the start.`))
        : textLine(`${key("action.menu")} starts the migration with the same values.`),
    ];
  }
  if (status !== "FAILED") {
    const lasts = usualOrLonger(old, MOST, "usually takes less than a minute");
    return [textLine(dim(`Validation in progress: ${lasts}. Nothing is changed.`))];
  }
  const reason = message ?? "";
  return [
    textLine(bad(reason === "" ? "The service reports no reason." : reason)),
    textLine(remedyOf(reason)),
    textLine(`${key("action.menu")} validates again; the values can be changed first.`),
  ];
}

export function validationDetail(
  context: Context,
  thing: Thing,
  args: ArgsOf<"getValidationStatus">,
): DetailModel | null {
  const { now } = context;
  const cached = context.cached("getValidationStatus", args);
  if (cached === undefined) {
    const why = context.unread("getValidationStatus", args);
    if (why === null) return null;
    const absent = "The service no longer has this validation.";
    const isNotFound = saysAbsent(why);
    const lines = [textLine(warn(isNotFound ? absent : why.words)), field("Id", thing.id)];
    return { title: nameOf(thing), raw: null, ...(isNotFound ? { absent } : {}), lines };
  }
  const { status, errorMessage, sourceGroupId } = cached.data;
  const project = sourceProjectsOf(context).find(({ projectId }) => projectId === sourceGroupId)?.name ?? sourceGroupId;
  return {
    title: `Validation: ${nameOf(thing)}`,
    raw: cached.raw,
    lines: present(
      field("Result", validationCell(status)),
      ...outcome(context.key, status, errorMessage, now - thing.madeAt),
      heading("Validation"),
      fieldIfAny("Source", thing.source),
      fieldIfAny("Source project", project),
      fieldIfAny("Destination", thing.destination),
      timeField("Requested", Math.min(thing.madeAt, now), context),
      field("Id", thing.id),
      field("Origin", thing.how),
    ),
  };
}
