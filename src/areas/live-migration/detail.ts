import { formatForecast, formatLag, formatLasting, formatLongSpan } from "../../domain/labels.ts";
import { bumpsIn } from "../../domain/live-migration/bumps.ts";
import { isStuck } from "../../domain/live-migration/forecast.ts";
import { CAUGHT_UP } from "../../domain/live-migration/lag.ts";
import { worstLag } from "../../domain/live-migration/migration.ts";
import { quietHour } from "../../domain/live-migration/quiet-hour.ts";
import { saysAbsent } from "../../state/answers/lookup.ts";
import type { Query } from "../../state/answers/query.ts";
import {
  formatHourMinute,
  formatLongDuration,
  formatSize,
  formatTime,
  formatTimeAndAge,
  zoneName,
} from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { bad, dim, good, warn } from "../builders/cells.ts";
import { intervalOf } from "../builders/jobs.ts";
import { drawn, field, heading, textLine } from "../builders/lines.ts";
import { cellText, cellTone } from "../model/cell.ts";
import type { Context } from "../model/context.ts";
import type { DetailLine, DetailModel } from "../model/view.ts";
import { cachedFacts, checkLines, checkQueries, checksOf } from "./checks.ts";
import { curve, strip } from "./drawn.ts";
import {
  cachedMigration,
  cachedValidation,
  isId,
  isKnownPending,
  migrationArgs,
  migrationQuery,
  nameOf,
  type Thing,
  thingOfId,
  validationArgs,
  validationQuery,
} from "./queries.ts";
import { sourcesOf } from "./sources.ts";
import {
  expiryCell,
  type MigrationStatus,
  migrationStatusOf,
  overdueCutOver,
  phaseCell,
  untilExpiryCell,
  validationBefore,
} from "./status.ts";
import { formatValidation, validationDetail } from "./validation.ts";

/** The detail of one migration (`domain.md` 14.6), or of a validation. */

export function detailQueries(context: Context, id: string): readonly Query[] {
  const { scope } = context;
  if (!isId(id)) return [];
  const thing = thingOfId(scope, id);
  if (thing.kind === "validation") return [validationQuery(scope, id, "validation")];
  const current = migrationStatusOf(context, thing);
  const validation = validationBefore(context, thing);
  return present(
    migrationQuery(scope, id, intervalOf("migration", current?.state.poll ?? "normal")),
    validation !== null && validationQuery(scope, validation.id, validationPoll(context, validation)),
    ...checkQueries(scope, thing.destination),
  );
}

/** A validation that has ended does not change any more. */
const validationPoll = (context: Context, thing: Thing): Query["poll"] =>
  isKnownPending(context, thing) ? "validation" : "once";

/** The lag as text: value, trend and forecast; or the reason why none is reported. */
function lagLine({ progress, lag, forecast: ahead, migration }: MigrationStatus, now: number): DetailLine {
  if (progress.ended !== null) return textLine(dim("No lag: the migration has ended."));
  if (lag === null) {
    const why =
      progress.phase === "cutting-over"
        ? "the cut-over is in progress"
        : migration.status === "NEW"
          ? "copying has not started"
          : progress.phase === "copying" && progress.isKnownStatus
            ? "initial copy in progress"
            : "not reported by the service";
    return textLine(warn(`Lag unknown (not zero): ${why}.`));
  }
  // With few samples the trend may run ahead of the last one: the measured lag counts.
  const words = ahead.kind === "caught-up" && lag > CAUGHT_UP ? "caught up soon" : formatForecast(ahead, now);
  return textLine({
    text: `Lag ${formatLag(lag)}, ${words}`,
    tone: isStuck(ahead, now) ? "bad" : ahead.kind === "silent" ? "warn" : "plain",
  });
}

/** Countdown to the expiry of a ready migration, after which everything starts over (`domain.md` 14.5). */
function urgentLines(
  { progress, expiresAt: until, unknownCutOver }: MigrationStatus,
  now: number,
): readonly DetailLine[] {
  if (progress.ended !== null || progress.phase !== "ready" || until === null || unknownCutOver !== null) return [];
  const left = until > now ? `in ${formatLongDuration(until - now)} at most` : "soon";
  return [
    textLine({ text: `! Migration expires ${left}: cut over before that.`, tone: cellTone(expiryCell(until, now)) }),
  ];
}

/** Further figures of the samples: the worst lag, the bumps, and how long it was watched. */
function readingLines({ ring, progress }: MigrationStatus, { now, zone }: Context): readonly DetailLine[] {
  const worst = worstLag(ring);
  const [first] = ring;
  if (worst === null || first === undefined) return [];
  // After the last sample with a value, nothing is known about bumps.
  const readings = ring.slice(0, ring.findLastIndex(({ value }) => value !== null) + 1);
  const bumps = bumpsIn(readings).filter(({ until }) => until !== null || progress.ended === null);
  const [latest] = bumps.toReversed();
  const at = (time: number): string => formatTime(time, now, zone);
  const formatBump =
    latest === undefined
      ? "none so far"
      : `${bumps.length}, last at ${at(latest.from)}: +${formatLongSpan(latest.height)}${latest.until === null ? ", ongoing" : ""}`;
  return [
    field("Worst lag", `${formatLag(worst.value)} at ${at(worst.at)} ${zoneName(zone)}`),
    field("Spikes", formatBump),
    field(
      "Readings",
      `${ring.length} by this console over ${formatLasting(Math.max(0, (ring.at(-1)?.at ?? first.at) - first.at))}`,
    ),
  ];
}

/** The time window for the cut-over, and the quiet hour in it. */
function windowLines(
  { ring, readySince: since, expiresAt: until, progress }: MigrationStatus,
  context: Context,
): readonly DetailLine[] {
  const { now, zone } = context;
  if (progress.ended !== null || progress.phase === "cutting-over") return [];
  const quiet = quietHour(ring, now, until ?? now + 120 * 3_600_000);
  const suggested =
    quiet === null
      ? "unknown: readings of at least 6 hours required"
      : `${formatTime(quiet.from, now, zone)} to ${formatHourMinute(quiet.to, zone)} ${zoneName(zone)}, quietest of ${quiet.knownHours} observed hours`;
  return present(
    heading("Cut-over"),
    since !== null && field("Ready", `first seen ${formatTimeAndAge(since, now, zone)}`),
    field("Expires", until === null ? dim("120 h after ready") : untilExpiryCell(until, now)),
    until !== null &&
      field("Deadline", `${formatTime(until, now, zone)} ${zoneName(zone)}; can be extended in the web interface only`),
    field("Best time", suggested),
  );
}

function checkSection(context: Context, at: MigrationStatus): readonly DetailLine[] {
  const { ended, phase } = at.progress;
  if (ended !== null || phase === "cutting-over" || at.migration.status === "NEW") return [];
  return [
    heading("Checks before the cut-over"),
    ...checksOf(cachedFacts(context, at)).map(
      (check): DetailLine => drawn((width) => checkLines(check, width, context.zone)),
    ),
  ];
}

const AFTER_COMPLETE: readonly string[] = [
  "Compare counts of documents and indexes with the source.",
  "Recreate the search indexes. Search indexes and time-series collections are not migrated.",
  "Check that alerts and backups of the destination are enabled again.",
  "Point the applications to the destination, then take a snapshot of it.",
  "Keep the source until all is verified, then remove the link of the organisation.",
];

/** Meaning of the end, and the next steps. */
function endLines({ progress, thing }: MigrationStatus): readonly DetailLine[] {
  const into = thing.destination ?? "the destination";
  switch (progress.ended) {
    case "complete":
      return [
        textLine(good(`${into} has all data. Copying from the source has stopped.`)),
        heading("Remaining tasks"),
        ...AFTER_COMPLETE.map((words): DetailLine => textLine(`– ${words}`)),
        field("Search indexes", "of the destination", { area: "search-indexes", ids: [] }),
        field("Snapshots", "of the destination", { area: "snapshots", ids: [] }),
        field("Link", "Source projects", { area: "source-projects", ids: [] }),
      ];
    case "failed":
      return [
        textLine(bad("The migration failed and will not continue. The service reports no reason.")),
        textLine(`Copied data stays in ${into}; the source is unchanged.`),
        textLine(
          "Validate the same request to see the problem, then start again. Emptying the destination first deletes the copied data.",
        ),
      ];
    case "expired":
      return [
        textLine(bad("Expired: no cut-over within 120 h of being ready. Synchronisation has stopped.")),
        textLine(`Copied data stays in ${into} and is no longer updated; the source is unchanged.`),
        textLine("An expired migration cannot be extended: start again."),
      ];
    case null:
      return [];
  }
}

/** Lines during a cut-over or a copy, and for a status that this version does not know. */
function nowLines(context: Context, at: MigrationStatus): readonly DetailLine[] {
  const { progress, cutOverAt, unknownCutOver, migration, thing } = at;
  const { now, zone } = context;
  if (!progress.isKnownStatus) {
    return [textLine(warn(`Status ${migration.status ?? "not reported"}: unknown to this console.`))];
  }
  if (unknownCutOver !== null) {
    const spent = overdueCutOver(at, now);
    const shows =
      spent === null
        ? "It may have been accepted: the service shows that only when the migration completes, usually within minutes."
        : `Not completed for ${formatLasting(spent)}: the cut-over was probably not accepted.`;
    return [textLine(bad(`${shows} Keep writes on the source stopped.`))];
  }
  if (cutOverAt !== null && progress.phase === "cutting-over") {
    const spent = overdueCutOver(at, now);
    const lasts =
      spent === null
        ? "Synchronisation is stopping; a cut-over takes a few minutes."
        : `Running for ${formatLasting(spent)}, longer than usual (a few minutes).`;
    return [
      field("Cut over", `requested ${formatTimeAndAge(Math.min(cutOverAt, now), now, zone)}`),
      textLine(warn(`${lasts} Keep writes on the source stopped.`)),
    ];
  }
  if (migration.status === "NEW") return [textLine("Accepted: copying starts soon.")];
  if (progress.phase !== "copying") return [];
  const size = sizeOfSource(context, thing);
  return [
    field(
      "Copying",
      `since ${formatTimeAndAge(Math.min(thing.madeAt, now), now, zone)}${size === null ? "" : `, ${size}`}`,
    ),
    textLine(dim("The service reports no copy progress: the remaining amount is unknown.")),
  ];
}

/** Size of the source, where it is still listed. */
function sizeOfSource(context: Context, { source, sourceProject }: Thing): string | null {
  const [found, another] = sourcesOf(context).filter(
    ({ project, deployment }) =>
      deployment.name === source && (sourceProject === null || project.projectId === sourceProject),
  );
  // With the name alone, two deployments of that name are ambiguous.
  const bytes = another === undefined ? found?.deployment.dbSizeBytes : null;
  return bytes === null || bytes === undefined ? null : `${formatSize(bytes)} in total`;
}

/** The validation before the start, as the service reports it. */
function validationLines(context: Context, thing: Thing): readonly DetailLine[] {
  const validation = validationBefore(context, thing);
  if (validation === null) return [];
  const cached = cachedValidation(context, validation.id);
  const isLoading =
    cached === undefined &&
    context.unread("getValidationStatus", validationArgs(context.scope, validation.id)) === null;
  const words = formatValidation(cached ?? null, context.now - validation.madeAt);
  const value = isLoading ? dim("loading …") : cached?.status === "FAILED" ? warn(words) : words;
  return [field("Validation", value, { area: "live-migration", ids: [validation.id] })];
}

const listed = (values: readonly string[] | null | undefined): string => (values ?? []).join(", ") || "unknown";

function aboutLines(context: Context, { thing, migration }: MigrationStatus): readonly DetailLine[] {
  const { now, zone } = context;
  const unknown = dim(`unknown to this console; press ${context.key("action.menu")} to enter it`);
  return [
    heading("Migration"),
    field("Source", thing.source ?? unknown),
    field("Destination", thing.destination ?? unknown),
    field("Migration host", listed(migration.migrationHosts)),
    field("Started", thing.madeAt === 0 ? "unknown" : formatTimeAndAge(Math.min(thing.madeAt, now), now, zone)),
    ...validationLines(context, thing),
    field("Id", thing.id),
    field("Origin", thing.how),
  ];
}

function cockpit(context: Context, at: MigrationStatus): DetailModel {
  const { progress, ring, thing } = at;
  const isLive = progress.ended === null;
  return {
    title: `${nameOf(thing)} · ${cellText(phaseCell(at))}`,
    raw: context.cached("getPushMigration", migrationArgs(context.scope, thing.id))?.raw ?? null,
    lines: present(
      drawn((width) => strip(progress.steps, width)),
      ...nowLines(context, at),
      ...endLines(at),
      isLive && lagLine(at, context.now),
      ...urgentLines(at, context.now),
      drawn((width) => curve(ring, context, width)),
      ...checkSection(context, at),
      ...windowLines(at, context),
      ...(worstLag(ring) === null ? [] : [heading("Lag history")]),
      ...readingLines(at, context),
      ...aboutLines(context, at),
    ),
  };
}

export function detail(context: Context, id: string): DetailModel | null {
  if (!isId(id)) {
    const absent = "Not a migration id: an id has 24 hexadecimal characters, lower case.";
    return { title: id, raw: null, absent, lines: [textLine(bad(absent))] };
  }
  const thing = thingOfId(context.scope, id);
  if (thing.kind === "validation") return validationDetail(context, thing, validationArgs(context.scope, id));
  const at = migrationStatusOf(context, thing);
  if (at !== null) return cockpit(context, at);
  const why = context.unread("getPushMigration", migrationArgs(context.scope, id));
  if (why === null) return null;
  const isNotFound = saysAbsent(why);
  const absent = "The service has no migration with this id in this project.";
  return {
    title: nameOf(thing),
    raw: null,
    ...(isNotFound ? { absent } : {}),
    lines: [
      textLine({ text: isNotFound ? absent : why.words, tone: isNotFound ? "warn" : "bad" }),
      ...(cachedMigration(context, id) === undefined && isNotFound
        ? [
            textLine(
              `It may belong to another project (${context.key("project")}) or to another service of the same name.`,
            ),
          ]
        : []),
      field("Id", id),
      field("Origin", thing.how),
    ],
  };
}
