import { type OperationId, operations } from "../../../src/contract/operations.ts";
import { type Query, resourceKey } from "../../../src/state/answers/query.ts";
import type { Fault, Faulty } from "./recorded-service.ts";
import type { Seen } from "./screen-text.ts";

/** What is wrong with what a screen says while one of its questions has no answer. */

/** Says that there is none of something. */
const NONE =
  /(?<![.\d])\b0\b(?![.\d])|\b(?:no|none|nobody|nothing|nowhere|never|without|isn't|off|compliant|in time)\b/iu;
/** What a text says, one thing after the other, each with the place where the text stands. */
function partsOf(text: string): readonly string[] {
  const at = text.indexOf(": ") + 2;
  // A note of what was not read is one sentence, and how far apart a label and its value stand says nothing.
  const parts = NOTE.test(text) ? [text.slice(at)] : text.slice(at).split(/ · |, |; /u);
  return parts.map((part) => `${text.slice(0, at)}${part.trim().replace(/ {2,}/gu, "  ")}`);
}

/** Begins a note of what was not read. */
const NOTE = /: ! Not (?:loaded|allowed): |: Not (?:loaded|allowed): |^note: /u;

/** An alarm is raised about what was read, whatever else was not; fewer of them are named. */
const ALARM = /^title: ! |: ! /u;

/** Never seen by anybody. */
const BROKEN = /\bundefined\b|\bNaN\b|\[object/u;
const STILL_ASKING = /Loading|still loading|Still loading|loading…|not (?:read|loaded) yet/u;
/** How an error says what happened, in which "no" and "nothing" say nothing of what there is. */
const ERROR =
  /Not loaded:|Not allowed:|not (?:read|loaded):|not allowed:|the service failed|the response is not readable|refused by the service|It requires|has no role that allows it|^last:/u;

/**
 * @param whole what the screen says when everything is read: what is said there is so
 * @returns what is said and not known, and what ought to be said and is not
 */
export function wrongIn(whole: Seen, seen: Seen, { operations: faulty, fault }: Faulty): readonly string[] {
  const so = new Set(whole.texts.flatMap(partsOf));
  const broken = seen.texts.filter((text) => BROKEN.test(text));
  if (fault === "empty") return [...broken, ...seen.texts.filter((text) => STILL_ASKING.test(text))];
  const rows = new Set(whole.texts.flatMap((text) => /^row (\S+) /u.exec(text)?.[1] ?? []));
  const none = seen.texts.flatMap(partsOf).filter((text) => {
    const [, row] = /^row (\S+) /u.exec(text) ?? [];
    // A cluster of which nothing is known but its name is asked what it is not asked else, and has answered.
    const isOther = row !== undefined && !rows.has(row);
    return (
      NONE.test(text.slice(text.indexOf(": "))) && !so.has(text) && !ERROR.test(text) && !ALARM.test(text) && !isOther
    );
  });
  return [...broken, ...none, ...unsaid(seen, faulty, fault)];
}

function unsaid({ texts }: Seen, faulty: readonly OperationId[], fault: Fault): readonly string[] {
  const all = texts.join("\n");
  const roles = faulty.flatMap((operation) => operations[operation].roles);
  const isSaid =
    fault === "hanging"
      ? STILL_ASKING.test(all)
      : fault === "forbidden"
        ? /not allowed/iu.test(all) || roles.some((role) => all.includes(role))
        : fault === "unreadable"
          ? all.includes("not readable")
          : all.includes("the service failed");
  return isSaid ? [] : [`(not said: ${fault})`];
}

/** What is asked, once an operation. */
export const operationsIn = (queries: readonly Query[]): readonly OperationId[] => [
  ...new Set(queries.map(({ operation }) => operation)),
];

/** The last question of an operation that is asked of several things. */
export function oneOf(queries: readonly Query[], operation: OperationId): string | null {
  const keys = queries.flatMap((query) =>
    query.operation === operation ? [resourceKey(query.operation, query.args)] : [],
  );
  return new Set(keys).size > 1 ? (keys.at(-1) ?? null) : null;
}
