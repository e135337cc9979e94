import {
  type BodyObject,
  encodeBody,
  isJsonObject,
  type Path,
  secretVariable,
  writeJson,
} from "../../contract/json/json.ts";
import type { Risk } from "../../contract/operation.ts";
import { maskTail } from "../../contract/secret.ts";
import { printable, printableLines } from "../../text/printable.ts";
import { partsOf, queryText, withoutUnsent } from "../extra-fields.ts";
import { keyOf } from "../keys.ts";
import { pathLabel } from "../labels.ts";
import { storedSecretsOf } from "../masks.ts";
import { lessReadOnly } from "../open.ts";
import { sentenceContextOf } from "../plans.ts";
import { problemsOf } from "../problems.ts";
import { bodyOf } from "../sent.ts";
import type { Fact, FormPlan, FormState, Review, ReviewInput } from "../types.ts";
import { compared } from "./compare.ts";
import { conflictOf } from "./conflict.ts";

const RISKS: readonly Risk[] = ["none", "reversible", "disruptive", "destructive", "irreversible"];

/** The higher of two risks. */
export const graver = (left: Risk, right: Risk): Risk => (RISKS.indexOf(left) >= RISKS.indexOf(right) ? left : right);

/** A fact without control characters in its texts. */
export const printableFact = (fact: Fact): Fact => ({
  ...fact,
  label: printable(fact.label),
  value: printable(fact.value),
});

/** Everything that a person must see before a form is sent (`screens.md`, review). */
export function reviewOf(plan: FormPlan, state: FormState, input: ReviewInput): Review {
  const { current } = input;
  const { body, query } = partsOf(plan, bodyOf(plan, state));
  const context = sentenceContextOf(plan, state, { env: input.env, names: input.names ?? (() => undefined) });
  const { changes, same } = compared({
    plan,
    env: input.env,
    mode: state.mode,
    before: state.base === null ? {} : withoutUnsent(plan, lessReadOnly(plan, state.base)),
    after: withoutUnsent(plan, state.body),
    pairs: (list) => (state.items[keyOf(state, list)] ?? []).map((tag) => tag.from),
  });
  const json = encodeBody(body, secretVariable);
  return {
    title: printable(plan.title(context)),
    sentence: printable(plan.sentence(context)),
    asOf: input.asOf,
    warnings: (plan.warnings?.(context) ?? []).map((warning) => printable(warning)),
    facts: (input.facts ?? []).map(printableFact),
    changes,
    untouched: { ...same, text: untouchedText(state, same) },
    keptSecrets: keptSecretsOf(plan, state, body),
    request: {
      method: input.request.method,
      path: `${input.request.path}${queryText(query)}`,
      text: printableLines(writeJson(json, 2)),
      json: isJsonObject(json) ? json : {},
    },
    body,
    query,
    risk: graver(plan.operation.risk, plan.riskOf?.(context) ?? "none"),
    confirm: plan.confirm?.(context) ?? null,
    typeToConfirm: plan.typeToConfirm?.(context) ?? null,
    button: printable(plan.button(context)),
    conflict: current !== null && isJsonObject(current) ? conflictOf(plan, state, current, input.env) : null,
    problems: problemsOf(plan, state, input.env),
    nothing: state.mode !== "create" && changes.length === 0,
  };
}

function untouchedText(state: FormState, same: { fields: number; unknown: number }): string | null {
  if (state.mode === "create" || same.fields === 0) return null;
  const unknown = same.unknown === 0 ? "" : `, ${same.unknown} unknown`;
  const count = `${same.fields} ${same.fields === 1 ? "field" : "fields"}${unknown}`;
  return state.mode === "merge"
    ? `nothing else is sent: other fields are unchanged (${count})`
    : `everything else is unchanged (${count})`;
}

/** Texts about stored secrets that a write keeps. */
function keptSecretsOf(plan: FormPlan, state: FormState, body: BodyObject): readonly string[] {
  const isSent = (path: Path): boolean => typeof path[0] === "string" && Object.hasOwn(body, path[0]);
  return storedSecretsOf(plan, state.body)
    .filter(({ path, isKept }) => isKept && isSent(path))
    .map(({ path, mask }) => {
      const tail = printable(maskTail(mask).slice(-4));
      const end = tail === "" ? "" : ` …${tail}`;
      return `${pathLabel(plan, state, path)}${end}: stored secret unchanged, not sent`;
    });
}
