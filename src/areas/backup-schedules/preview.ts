import type { Fact, FormEnv } from "../../forms/types.ts";
import type { Zone } from "../format.ts";
import { counted, moment, sizeText, zoneName } from "../format.ts";
import { calendarTexts, usualKind } from "./calendar.ts";
import { concerned, rekept, ruleChanges } from "./effect.ts";
import type { Facts } from "./facts.ts";
import { planOf } from "./known.ts";
import { meanSize } from "./standing.ts";
import { inTheLongRun, nextSnapshots, total } from "./what-if.ts";
import { expiriesOf, movedWords } from "./words.ts";

/** What would come of a schedule while it is filled in: how many snapshots, which go, and the next thirty (`domain.md` 12.6). */

/** So many snapshots stand in the calendar. */
export const NEXT = 30;

type Loose = Readonly<Record<string, unknown>>;

const zoneOf = ({ timeZone }: FormEnv): Zone => (timeZone === "UTC" ? "utc" : "local");

const countsWords = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([kind, count]) => `${count} ${kind}`).join(", ");

/** `12 → 36 monthly` for every kind of which the number changes. */
function changesWords(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): string {
  const kinds = [...new Set([...after.keys(), ...before.keys()])];
  return kinds
    .flatMap((kind) => {
      const [was, is] = [before.get(kind) ?? 0, after.get(kind) ?? 0];
      return was === is ? [] : [`${was} → ${is} ${kind}`];
    })
    .join(", ");
}

/** What the retention keeps once it has run for long, against what the stored one keeps. */
export function keptWords({ snapshots }: Facts, base: Loose, body: Loose, now: number): string {
  const [before, after] = [inTheLongRun(planOf(base), now), inTheLongRun(planOf(body), now)];
  const [was, is] = [total(before), total(after)];
  const changes = changesWords(before, after);
  if (changes === "") return is === 0 ? "nothing" : countsWords(after);
  const mean = snapshots === null ? null : meanSize(snapshots);
  const size =
    mean === null || was === is ? "" : ` (about ${is > was ? "+" : "-"}${sizeText(Math.abs(mean * (is - was)))})`;
  return `${was} → ${is} snapshots${size}: ${changes}`;
}

/** What happens to the snapshots that are there; nothing where no retention changed. */
export function existingWords(facts: Facts, body: Loose, base: Loose, env: FormEnv): readonly string[] {
  const changes = ruleChanges(base, body);
  if (rekept(changes).length === 0 || facts.snapshots === null) return [];
  const found = expiriesOf(facts, { body, base, env });
  if (found === null) {
    const own = concerned(changes, facts.snapshots);
    return own.length === 0 ? [] : [`${counted(own.length, "snapshot")} already there keep their expiry.`];
  }
  const { gone, earlier, later } = found;
  return [
    ...(gone.length > 0 ? [`! At once gone: ${movedWords(gone, env.now)}.`] : []),
    ...(earlier.length > 0 ? [`Earlier than now: ${movedWords(earlier, env.now)}.`] : []),
    ...(later.length > 0 ? [`Later than now: ${movedWords(later, env.now)}.`] : []),
    ...(gone.length + earlier.length + later.length === 0 ? ["No snapshot that is there changes its expiry."] : []),
  ];
}

/** The next thirty as texts of a width, with a heading. */
export function nextWords(
  body: Loose,
  now: number,
  zone: Zone,
  width: number,
): { readonly title: string; readonly lines: readonly string[] } {
  const planned = nextSnapshots(planOf(body), now, NEXT);
  const last = planned.at(-1);
  if (last === undefined) return { title: "none: there is no rule", lines: [] };
  const usual = usualKind(planned);
  return {
    title: `${planned.length} up to ${moment(last.at, now, zone)} ${zoneName(zone)}, ${usual} unless said`,
    lines: calendarTexts(planned, zone, width),
  };
}

/** The lines under the form, the most important first: there may be room for a few only. */
export function previewLines(facts: Facts, base: Loose, body: Loose, env: FormEnv): readonly string[] {
  const next = nextWords(body, env.now, zoneOf(env), 76);
  return [
    ...existingWords(facts, body, base, env),
    `Kept later: ${keptWords(facts, base, body, env.now)}`,
    `Next: ${next.title}`,
    ...next.lines.map((line) => `  ${line}`),
  ];
}

/** The same as facts of a review. */
export function previewFacts(facts: Facts, base: Loose, body: Loose, env: FormEnv): readonly Fact[] {
  const next = nextWords(body, env.now, zoneOf(env), 56);
  return [
    { label: "Kept later", value: keptWords(facts, base, body, env.now) },
    ...existingWords(facts, body, base, env).map((value) => ({ label: "There now", value })),
    { label: "Next", value: next.title },
    ...next.lines.map((value) => ({ label: "", value })),
  ];
}
