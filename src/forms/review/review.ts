import type { JsonObject } from "../../contract/json/json.ts";
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
import type { Token } from "../../text/token.ts";
import type { QueryValues } from "../extra-fields.ts";
import { partsOf, queryText, withoutUnsent } from "../extra-fields.ts";
import type { FormEnv, FormPlan, TypeToConfirm } from "../form-plan.ts";
import type { FormState } from "../form-state.ts";
import { keyOf } from "../keys.ts";
import { pathLabel } from "../labels.ts";
import { storedSecretsOf } from "../masks.ts";
import { withoutReadOnly } from "../open.ts";
import { sentenceContextOf } from "../plans.ts";
import type { Problem } from "../problems.ts";
import { problemsOf } from "../problems.ts";
import { bodyOf } from "../sent.ts";
import { sentenceOf } from "../summary.ts";
import type { Change } from "./compare.ts";
import { compareBodies } from "./compare.ts";

export type Fact = {
  readonly label: string;
  readonly value: string;
  /** Verdict on the write, if any: met, not met, to be checked, unknown. */
  readonly mark?: { readonly text: string; readonly tone: Token };
};

type ReviewInput = {
  /** Time at which it was read (ms). */
  readonly asOf: number | null;
  readonly request: { readonly method: string; readonly path: string };
  readonly env: FormEnv;
  readonly names?: (id: string) => string | undefined;
  /** Facts that the area has just loaded. */
  readonly facts?: readonly Fact[];
};

/** Data of a review: the request and its effects. */
export type Review = {
  readonly title: string;
  readonly sentence: string;
  readonly asOf: number | null;
  readonly warnings: readonly string[];
  readonly facts: readonly Fact[];
  readonly changes: readonly Change[];
  readonly untouched: { readonly fields: number; readonly unknown: number; readonly text: string | null };
  /** One sentence per stored secret that is kept. */
  readonly keptSecrets: readonly string[];
  readonly request: {
    readonly method: string;
    readonly path: string;
    /** Indented JSON, secrets as `$VARIABLE`, printable. */
    readonly text: string;
    /** The same as JSON, for curl. */
    readonly json: JsonObject;
  };
  /** The body to send. */
  readonly body: BodyObject;
  readonly query: QueryValues;
  readonly risk: Risk;
  /** The name to type, for risks from destructive up. */
  readonly confirm: string | null;
  /** Text to type although the risk does not require it. */
  readonly typeToConfirm?: TypeToConfirm | null;
  readonly button: string;
  /** Sending is blocked while there are any. */
  readonly problems: readonly Problem[];
  /** True when no field was changed: nothing to send. */
  readonly nothing: boolean;
};

const RISKS: readonly Risk[] = ["none", "reversible", "disruptive", "destructive", "irreversible"];

/** The higher of two risks. */
export const higherRisk = (left: Risk, right: Risk): Risk =>
  RISKS.indexOf(left) >= RISKS.indexOf(right) ? left : right;

/** A fact without control characters in its texts. */
export const printableFact = (fact: Fact): Fact => ({
  ...fact,
  label: printable(fact.label),
  value: printable(fact.value),
});

/** Everything that a person must see before a form is sent (`screens.md`, review). */
export function reviewOf(plan: FormPlan, state: FormState, input: ReviewInput): Review {
  const { body, query } = partsOf(plan, bodyOf(plan, state));
  const known = { env: input.env, names: input.names ?? (() => undefined) };
  const context = sentenceContextOf(plan, state, known);
  const { changes, same } = compareBodies({
    plan,
    env: input.env,
    mode: state.mode,
    before: state.base === null ? {} : withoutUnsent(plan, withoutReadOnly(plan, state.base)),
    after: withoutUnsent(plan, state.body),
    pairs: (list) => (state.items[keyOf(state, list)] ?? []).map((tag) => tag.from),
  });
  const json = encodeBody(body, secretVariable);
  return {
    title: printable(plan.title(context)),
    // A field may have become invalid since the form was filled in: an end that is over.
    sentence: printable(sentenceOf(plan, state, known)),
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
    risk: higherRisk(plan.operation.risk, plan.riskOf?.(context) ?? "none"),
    confirm: plan.confirm?.(context) ?? null,
    typeToConfirm: plan.typeToConfirm?.(context) ?? null,
    button: printable(plan.button(context)),
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
