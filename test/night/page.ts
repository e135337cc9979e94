import { count, table } from "../bench/figures.ts";
import { busiestMinute, type Hour, momentsBy, type Night } from "./figures.ts";

/** The figures of a night as a page, beside what is wanted of them. */

/** Calls a minute that the whole console stays below, of one project (`domain.md` 1.5). */
export const MOST_A_MINUTE = 100;
/** What a bucket refills in a minute (`domain.md` 1.5); the console takes a fifth of it at most. */
const REFILL: Readonly<Record<string, number>> = { "cloud-provider-access": 1000 };
const USUAL_REFILL = 500;
export const MOST_OF_REFILL = 0.2;

/** A token is good for an hour, and renewed when four fifths of that are over. */
const TOKEN_HOURS = 0.8;

/** How much of what a bucket refills in a minute the busiest minute of each took. */
export function shares(night: Night): ReadonlyMap<string, number> {
  const buckets = momentsBy(night.calls, ({ project, budget }) => `${project} ${budget}`);
  return new Map(
    [...buckets].map(([bucket, moments]) => [
      bucket,
      busiestMinute(moments) / (REFILL[bucket.split(" ")[1] ?? ""] ?? USUAL_REFILL),
    ]),
  );
}

/** The busiest minute of each project, by its id. */
export const minutes = (night: Night): ReadonlyMap<string, number> =>
  new Map(
    [...momentsBy(night.calls, ({ project }) => project)].map(([project, moments]) => [
      project,
      busiestMinute(moments),
    ]),
  );

export const tokensOf = ({ hours }: Night): number => hours.reduce((sum, { tokens }) => sum + tokens, 0);
/** Tokens that are needed: the first one was asked for before the night. */
export const tokensWanted = ({ hours }: Night): number => Math.ceil(hours.length / TOKEN_HOURS);

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** A reading of a ring is an object of three fields in an array that is copied (bytes, on the safe side). */
const A_READING = 200;

/**
 * How much more the console held (bytes) in the last quarter of the night than in its second one, without what came into the rings:
 * in the first one caches are still filled.
 */
export function growth({ hours }: Night): number {
  const quarter = Math.max(1, Math.floor(hours.length / 4));
  const early = hours.slice(quarter, quarter * 2);
  const lastQuarter = hours.slice(-quarter);
  const of = (part: readonly Hour[], field: "heap" | "samples"): number => mean(part.map((hour) => hour[field]));
  return of(lastQuarter, "heap") - of(early, "heap") - (of(lastQuarter, "samples") - of(early, "samples")) * A_READING;
}

const KB = 1000;
const MB = 1_000_000;

const bytesOf = ({ hours }: Night): number => mean(hours.map(({ bytes }) => bytes));

export function tableOf(lively: Night, calm: Night): string {
  const { hours } = lively;
  const projects = [...minutes(lively)].map(([id, most]) => {
    const name = lively.projects.find((project) => project.id === id)?.name ?? id;
    const all = lively.calls.filter(({ project }) => project === id).length;
    return [
      `calls a minute, ${name}: mean, busiest minute`,
      `${(all / hours.length / 60).toFixed(1)}, ${most}`,
      String(MOST_A_MINUTE),
    ];
  });
  const most = Math.max(...shares(lively).values());
  const [first, last] = [hours[0], hours.at(-1)];
  const mb = (value: number): string => `${(value / MB).toFixed(1)} MB`;
  return table([
    ["", "measured", "wanted, at most"],
    ...projects,
    ["of what a bucket refills in a minute, the most of any", `${(most * 100).toFixed(1)} %`, "20 %"],
    ["token calls", String(tokensOf(lively)), String(tokensWanted(lively))],
    ["requests on the wire, tokens included", count(hours.reduce((sum, hour) => sum + hour.requests, 0)), "–"],
    ["heap after an hour and at the end", `${mb(first?.heap ?? 0)}, ${mb(last?.heap ?? 0)}`, "–"],
    ["growth from the second quarter to the last, without the rings", mb(growth(lively)), mb(2 * MB)],
    [
      "readings in the rings after an hour and at the end",
      `${first?.samples ?? 0}, ${last?.samples ?? 0}`,
      "3600 a migration",
    ],
    ["bytes to the terminal an hour, things come and go", `${(bytesOf(lively) / KB).toFixed(1)} kB`, "–"],
    ["bytes to the terminal an hour, nothing comes or goes", `${(bytesOf(calm) / KB).toFixed(1)} kB`, "–"],
    ["processor time of an hour, service included", `${(lively.processor / hours.length).toFixed(1)} s`, "–"],
  ]);
}

export const pageOf = (lively: Night, calm: Night): string => `# A night on the overview

Written by \`npm run bench:night -- --write\`. A console shows the overview of all ${lively.projects.length} projects at 120x40 for ${lively.hours.length} hours, on the
real service over HTTP with budgets of the real size, as a service account (OAuth2). Time is stepped from one timer to the next
(\`test/night/\`); what is asked, drawn, written and held is the program's own. Heap is that of the console's thread after collecting
rubbish. The calm night, of ${calm.hours.length} hours, is on a service in which nothing changes without a request. \`test/night/night.long.test.ts\` holds a shorter night to
the same goals.

${tableOf(lively, calm)}

A title says when the oldest of its answers came, to the second: most of the bytes of a calm hour are that.
`;
