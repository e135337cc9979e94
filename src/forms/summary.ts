import { type BodyObject, type BodyValue, isBodyObject, isList, type Path, pathText } from "../contract/json/json.ts";
import type { FormEnv, FormPlan, SentenceContext } from "./form-plan.ts";
import type { FormState } from "./form-state.ts";
import { pathLabel } from "./labels.ts";
import { sentenceContextOf, valuesOf } from "./plans.ts";
import { invalidFields } from "./problems.ts";

/**
 * Summary of a form below its fields: the sentence of what it will do, and a preview of the result. A summary that reads an invalid field (text that
 * does not parse, a number out of range) is withheld; other invalid fields do not matter.
 */

/** A copy of a group that notes when a field at one of the places is read. Parts without such places are the same objects. */
function noting(group: BodyObject, places: readonly Path[], note: (place: Path) => void, at = 0): BodyObject {
  if (places.length === 0) return group;
  const copy: Record<string, BodyValue> = { ...group };
  for (const name of new Set(places.map((place) => String(place[at])))) {
    const here = places.filter((place) => place[at] === name);
    const value = group[name];
    const areBelow = (steps: number): boolean => here.every(({ length }) => length > at + steps);
    if (isBodyObject(value) && areBelow(1)) copy[name] = noting(value, here, note, at + 1);
    else if (isList(value) && value.every(isBodyObject) && areBelow(2)) {
      const placesIn = (index: number): readonly Path[] => here.filter((place) => place[at + 1] === index);
      copy[name] = value.map((item, index) => noting(item, placesIn(index), note, at + 2));
    } else {
      const get = (): BodyValue | undefined => {
        here.forEach(note);
        return value;
      };
      Object.defineProperty(copy, name, { get, enumerable: Object.hasOwn(group, name) });
    }
  }
  return copy;
}

/** Watches reads of a document. `why` names the invalid fields that were read, as a sentence; null while there are none. */
type Watch = {
  readonly watch: (document: BodyObject) => BodyObject;
  readonly why: () => string | null;
};

function watchOf(plan: FormPlan, state: FormState, env: FormEnv): Watch {
  const wrong = invalidFields(plan, state, env);
  const read = new Map<string, Path>();
  return {
    watch: (document) => noting(document, wrong, (place) => read.set(pathText(place), place)),
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
  preview: (body: BodyObject) => Iterable<string>,
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
