import { weakMapMemoize } from "reselect";
import type { Alert } from "../../contract/alerts.ts";
import { alertStateOf, type CountedSeverity, formatAlert, formatPlace, severityOf } from "../../domain/alerts/alert.ts";
import { isMissing, type Lookup } from "../../state/answers/lookup.ts";
import type { Query } from "../../state/answers/query.ts";
import { HOUR } from "../../text/durations.ts";
import { formatAgeSince, formatDuration, timeOf } from "../../text/format.ts";
import { foldAlerts, type KnownAlert, namesOfAlike } from "../alerts/alike.ts";
import { cachedAlerts, cachedConfigurations, listArgs } from "../alerts/list.ts";
import { SEVERITY_TONES } from "../builders/alert-severity.ts";
import type { Alike } from "../builders/alike.ts";
import { lookup } from "../builders/lookup.ts";
import type { Context, Scope } from "../model/context.ts";
import { projectQuery } from "../queries/args.ts";
import type { OverviewPart, OverviewRow } from "./sections.ts";

/** Open alerts by severity, and acknowledgements about to end (`domain.md` 4.6). */

/** Acknowledgements that end later than this are not listed (ms). */
const SOON = 24 * HOUR;
/** An acknowledgement that ends within this time is highlighted (ms; `domain.md` 4.6). */
const WARNS_BEFORE = HOUR / 4;

const NEWS = { one: "new alert", several: "new alerts" } as const;

const configurationsQuery = (scope: Scope): Query => projectQuery("listAlertConfigurations", scope);

/** Open alerts have their own poll interval; tracking ones need no attention yet and are polled as often as jobs. */
const queries = (scope: Scope): readonly Query[] => [
  { operation: "listAlerts", args: listArgs(scope, "OPEN"), poll: "alerts", optional: true },
  { operation: "listAlerts", args: listArgs(scope, "TRACKING"), poll: "overview-jobs", optional: true },
  configurationsQuery(scope),
];

const createdAt = ({ created }: Alert): number | null => timeOf(created);

/** The most severe first, of equally severe ones the oldest, also over several projects. */
const orderOf = (rank: number, created: number | null): number =>
  (4 - rank) * 10 + (created === null ? 0.9 : created / 1e14);

function openRow({ alert, configuration }: KnownAlert, now: number): OverviewRow {
  const { countedAs, mark, rank } = severityOf(configuration);
  return {
    id: `alerts/${alert.id}`,
    section: "wrong",
    kind: { text: mark, tone: SEVERITY_TONES[countedAs] },
    time: formatAgeSince(createdAt(alert), now),
    name: formatPlace(alert),
    state: {
      text: formatAlert(alert, configuration),
      tone: "plain",
      short: formatAlert({ ...alert, currentValue: null }, configuration),
    },
    order: orderOf(rank, createdAt(alert)),
    link: { area: "alerts", ids: [alert.id] },
    news: NEWS,
    // Equally severe alerts of one event (and metric), on any cluster: a more severe one gets its own row.
    alike: {
      key: ["alert", mark, alert.eventTypeName ?? "", alert.metricName ?? ""].join("/"),
      words: formatAlert({ ...alert, currentValue: null }, undefined),
    },
  };
}

/** Similar alerts as one row, with the severity of the worst. */
function foldRow({ key, members }: Alike<KnownAlert>, now: number): OverviewRow {
  const { worst, what, where } = namesOfAlike({ members });
  return {
    ...openRow(worst, now),
    id: `alerts/${key}`,
    name: where,
    state: what,
    members: members.map((one) => openRow(one, now)),
  };
}

function silenceRow({ alert, configuration }: KnownAlert, until: number, now: number): OverviewRow {
  const soon = until - now < WARNS_BEFORE;
  const short = formatAlert({ ...alert, currentValue: null }, configuration);
  return {
    id: `acknowledged/${alert.id}`,
    section: "soon",
    kind: { text: "ack", tone: soon ? "warn" : "plain" },
    time: formatDuration(until - now),
    name: formatPlace(alert),
    state: {
      text: `notifications resume: ${short}`,
      tone: soon ? "warn" : "plain",
      short,
    },
    order: until - now,
    until,
    link: { area: "alerts", ids: [alert.id] },
  };
}

/** The cached alerts, each once, with the configuration that raised it; the oldest first. */
const knownAlerts = weakMapMemoize((context: Context): readonly KnownAlert[] => {
  const configurations = cachedConfigurations(context);
  const alerts = [...new Map(cachedAlerts(context).map((alert) => [alert.id, alert])).values()];
  return alerts
    .sort((first, second) => (createdAt(first) ?? 0) - (createdAt(second) ?? 0))
    .map((alert) => ({ alert, configuration: configurations.get(alert.alertConfigId ?? "") }));
});

function rows(context: Context): readonly OverviewRow[] {
  const { now } = context;
  const known = knownAlerts(context);
  const open = known.filter(({ alert }) => alertStateOf(alert, now) === "open");
  const silences = known.flatMap((one) => {
    const until = timeOf(one.alert.acknowledgedUntil);
    if (until === null || alertStateOf(one.alert, now) !== "acknowledged" || until - now > SOON) return [];
    return [silenceRow(one, until, now)];
  });
  return [
    ...foldAlerts(open, () => "open").map((one) => (one.kind === "fold" ? foldRow(one, now) : openRow(one.one, now))),
    ...silences,
  ];
}

export const alertsPart: OverviewPart = { section: "wrong", queries, rows };

/** Alerts of a project by status, and open ones by severity; null where they were not read. */
export function alertCounts(context: Context): {
  /** True when all open alerts were read: only then is "none" known. */
  readonly isWhole: boolean;
  /** State of the configurations, which give the severities. */
  readonly severities: Lookup;
  readonly bySeverity: ReadonlyMap<CountedSeverity, number>;
  /** Those of them whose configuration was not read. */
  readonly unrated: number;
  readonly silenced: number;
  /** Null where tracking alerts were not read. */
  readonly building: number | null;
} | null {
  const open = { operation: "listAlerts", args: listArgs(context.scope, "OPEN") } as const;
  if (context.cached(open.operation, open.args) === undefined) return null;
  const isWhole = !isMissing(lookup(context, open));
  const known = knownAlerts(context);
  const status = (wanted: string): readonly KnownAlert[] =>
    known.filter(({ alert }) => alertStateOf(alert, context.now) === wanted);
  const severities = lookup(context, configurationsQuery(context.scope));
  const isUnrated = ({ configuration }: KnownAlert): boolean => configuration === undefined && isMissing(severities);
  const openAlerts = status("open");
  const bySeverity = new Map<CountedSeverity, number>();
  for (const { configuration } of openAlerts) {
    const { countedAs } = severityOf(configuration);
    bySeverity.set(countedAs, (bySeverity.get(countedAs) ?? 0) + 1);
  }
  const isTrackingRead = context.cached("listAlerts", listArgs(context.scope, "TRACKING")) !== undefined;
  return {
    isWhole,
    severities,
    bySeverity,
    unrated: openAlerts.filter(isUnrated).length,
    silenced: status("acknowledged").length,
    building: isTrackingRead ? status("building").length : null,
  };
}
