import { type Path, pathText } from "../contract/json/json.ts";
import { pathLabel } from "./labels.ts";
import { sentenceContextOf, valuesOf } from "./plans.ts";
import { invalidFields } from "./problems.ts";
import type { FormEnv, FormPlan, FormState, SentenceContext } from "./types.ts";

/**
 * Summary of a form below its fields: the sentence of what it will do, and a preview of the result. A summary that reads an invalid field (text that
 * does not parse, a number out of range) is withheld; other invalid fields do not matter.
 */

/** A proxy of a document that reports reads at some places. Parts without such places are returned as they are. */
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

/** Watches reads of a document. `why` names the invalid fields that were read, as a sentence; null while there are none. */
type Watch = {
  readonly watch: <Group extends object>(document: Group) => Group;
  readonly why: () => string | null;
};

function watchOf(plan: FormPlan, state: FormState, env: FormEnv): Watch {
  const wrong = invalidFields(plan, state, env);
  const read = new Map<string, Path>();
  return {
    watch: (document) =>
      wrong.length === 0 ? document : noting(document, wrong, (place) => read.set(pathText(place), place)),
    why: () => {
      const names = [...read.values()].map((place) => pathLabel(plan, state, place));
      if (names.length === 0) return null;
      return `A summary appears here when ${names.join(" and ")} ${names.length === 1 ? "is" : "are"} valid.`;
    },
  };
}

/** Effect of a form, in one sentence; names invalid fields instead when the sentence reads one. */
export function sentenceOf(plan: FormPlan, state: FormState, known: Pick<SentenceContext, "env" | "names">): string {
  const { watch, why } = watchOf(plan, state, known.env);
  const { raw, body, ...context } = sentenceContextOf(plan, state, known);
  const sentence = plan.sentence({ ...context, body: watch(body), raw: { ...raw, body: watch(raw.body) } });
  return why() ?? sentence;
}

/** Preview lines, up to the first that reads an invalid field; a last line names that field. */
export function previewOf(
  plan: FormPlan,
  state: FormState,
  env: FormEnv,
  preview: (body: ReturnType<typeof valuesOf>) => Iterable<string>,
): readonly string[] {
  const { watch, why } = watchOf(plan, state, env);
  const lines: string[] = [];
  for (const line of preview(watch(valuesOf(plan, state.body)))) {
    if (why() !== null) break;
    lines.push(line);
  }
  const wrong = why();
  return wrong === null ? lines : [...lines, wrong];
}
