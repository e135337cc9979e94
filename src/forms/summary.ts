import { type Path, pathText } from "../contract/json/json.ts";
import { pathLabel } from "./labels.ts";
import { sentenceContextOf, valuesOf } from "./plans.ts";
import { invalidFields } from "./problems.ts";
import type { FormPlan, FormState, SentenceContext } from "./types.ts";

/**
 * What a form says below its fields: the sentence of what it will do, and what would come of it. A field that is wrong in itself (a text
 * that is no value, a number out of range) has nothing to tell of, so a summary that reads one is held back; others do not keep it away.
 */

/** A document that notes which of some places are read in it. What holds none of them is handed out as it is. */
function noting<Group extends object>(
  group: Group,
  places: readonly Path[],
  note: (place: Path) => void,
  at = 0,
): Group {
  return new Proxy(group, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      const here = places.filter((place) => String(place[at]) === name);
      if (here.length === 0) return value;
      if (typeof value === "object" && value !== null && here.every(({ length }) => length > at + 1))
        return noting(value, here, note, at + 1);
      here.forEach(note);
      return value;
    },
  });
}

/** Reads a document as it is said of. */
type Watch = <Group extends object>(document: Group) => Group;

/** What is told of a form by a function of its documents, or why it cannot be told yet. */
function toldOf<Told>(plan: FormPlan, state: FormState, tell: (watch: Watch) => Told): Told | string {
  const wrong = invalidFields(plan, state);
  if (wrong.length === 0) return tell((document) => document);
  const read = new Map<string, Path>();
  const told = tell((document) => noting(document, wrong, (place) => read.set(pathText(place), place)));
  if (read.size === 0) return told;
  const names = [...read.values()].map((place) => pathLabel(plan, state, place));
  return `A summary appears here when ${names.join(" and ")} ${names.length === 1 ? "is" : "are"} valid.`;
}

/** What a form will do, in one sentence. */
export const sentenceOf = (plan: FormPlan, state: FormState, known: Pick<SentenceContext, "env" | "names">): string =>
  toldOf(plan, state, (watch) => {
    const { raw, body, ...context } = sentenceContextOf(plan, state, known);
    return plan.sentence({ ...context, body: watch(body), raw: { ...raw, body: watch(raw.body) } });
  });

/** The lines of what would come of a form. */
export function previewOf(
  plan: FormPlan,
  state: FormState,
  preview: (body: ReturnType<typeof valuesOf>) => readonly string[],
): readonly string[] {
  const told = toldOf(plan, state, (watch) => preview(watch(valuesOf(plan, state.body))));
  return typeof told === "string" ? [told] : told;
}
