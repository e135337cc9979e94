import { isWhole } from "../../app/screen/freshness.ts";
import { isOfAll } from "../../areas/all-projects.ts";
import type { FieldInfo, FieldValue, FieldValues, ValueKind } from "../../domain/field-value.ts";
import { capitalized, timeOf } from "../../text/format.ts";
import type { PlaceResult } from "./unattended.ts";

/**
 * The figures of a list as gauges, in a text that is valid OpenMetrics and valid for the node exporter's textfile collector: the one difference (`#
 * EOF`) is a comment to the latter.
 */

const SUFFIX: Readonly<Record<ValueKind, string>> = {
  text: "",
  number: "",
  count: "",
  flag: "",
  seconds: "_seconds",
  bytes: "_bytes",
  ratio: "_ratio",
  time: "_timestamp_seconds",
};

const snake = (name: string): string =>
  name.replaceAll("-", "_").replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);

/** The total count is named after the list: only counters may end in `total`. */
const nameOf = (area: string, { id, kind }: Pick<FieldInfo, "id" | "kind">): string =>
  `sextant_${snake(area)}${id === "total" ? "" : `_${snake(id)}`}${SUFFIX[kind]}`;

/** A value as a number; null where it is missing: such a sample has no line. */
function numberOf(kind: ValueKind, value: FieldValue | undefined): number | null {
  if (typeof value === "boolean") return Number(value);
  if (kind === "time" && typeof value === "string") {
    const time = timeOf(value);
    return time === null ? null : time / 1000;
  }
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

type Labels = Readonly<Record<string, string>>;

const escaped = (text: string): string => text.replace(/[\\"]/gu, "\\$&").replaceAll("\n", "\\n");

function labelsText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

type Sample = { readonly labels: Labels; readonly value: number };

/** A gauge with its samples; no lines where it has no sample. */
function gauge(name: string, about: string, samples: readonly Sample[]): readonly string[] {
  if (samples.length === 0) return [];
  return [
    `# HELP ${name} ${escaped(capitalized(about))}`,
    `# TYPE ${name} gauge`,
    ...samples.map(({ labels, value }) => `${name}${labelsText(labels)} ${value}`),
  ];
}

const sampleOf = (labels: Labels, { id, kind }: FieldInfo, values: FieldValues): readonly Sample[] => {
  const value = numberOf(kind, values[id]);
  return value === null ? [] : [{ labels, value }];
};

/** True where a list has figures. */
export const hasFigures = ({ values }: Pick<PlaceResult, "values">): boolean => values.counts.length > 0;

/**
 * The metric lines of a list.
 *
 * @param project its name
 */
export function metricLines({ list, values, fresh }: PlaceResult, project: string): readonly string[] {
  const area = list.area.id;
  // Figures over all projects have no project label.
  const labels: Labels = list.screen.showsAllProjects === true && isOfAll(list.scope) ? {} : { project };
  const clusters = list.screen.fields?.isPerCluster === true ? [...values.rows.values()] : [];
  const ofCluster = (row: FieldValues): Labels => {
    const own = typeof row["project"] === "string" ? row["project"] : project;
    return { project: own, cluster: String(row["cluster"]) };
  };
  return [
    ...gauge(`sextant_${snake(area)}_complete`, "1 where all of it was read", [
      { labels, value: Number(isWhole(fresh)) },
    ]),
    ...(fresh.asOf === null
      ? []
      : gauge(`sextant_${snake(area)}_read_timestamp_seconds`, "when the oldest of it was read", [
          { labels, value: Math.round(fresh.asOf / 1000) },
        ])),
    ...values.counts.flatMap((info) => gauge(nameOf(area, info), info.about, sampleOf(labels, info, values.list))),
    ...values.fields
      .filter(({ kind }) => kind !== "text")
      .flatMap((info) =>
        gauge(
          // Avoids a clash with counts of the list of the same name.
          nameOf(`${area}-cluster`, info),
          info.about,
          clusters.flatMap((row) => sampleOf(ofCluster(row), info, row)),
        ),
      ),
    "# EOF",
  ];
}
