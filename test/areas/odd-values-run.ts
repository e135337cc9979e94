import { isMainThread, parentPort, Worker } from "node:worker_threads";
import {
  type BodyObject,
  type BodyValue,
  encodeBody,
  isBodyObject,
  isJsonObject,
  isList,
  type Json,
  type Path,
  pathText,
  revealSecret,
  sameJson,
} from "../../src/contract/json/json.ts";
import { isMask } from "../../src/contract/secret.ts";
import { setText } from "../../src/forms/edit.ts";
import type { FormState } from "../../src/forms/form-state.ts";
import { isDirty, openForm, withoutReadOnly } from "../../src/forms/open.ts";
import { bodyAt, pathsOf, withValue } from "../../src/forms/paths.ts";
import { contextOf, fieldPlanAt, valuesOf } from "../../src/forms/plans.ts";
import { problemsOf } from "../../src/forms/problems.ts";
import { reviewOf } from "../../src/forms/review/review.ts";
import { rowsOf } from "../../src/forms/rows.ts";
import { bodyOf } from "../../src/forms/sent.ts";
import { env } from "../forms/plan-of.ts";
import { bodiesFor } from "./form-coverage.ts";
import type { WalkedForm } from "./walk.ts";
import { walkEverywhere } from "./walk-everywhere.ts";

/**
 * Runs every rule of every form on unexpected values, in a thread of its own, so that an endless loop can be ended from outside. Each
 * case is reported before it is tried, and what it threw afterwards.
 */

/** Values that a service of tomorrow, another client or a slip in an editor puts where something else is expected. */
const ODD: readonly (Json | undefined)[] = [
  undefined,
  "day",
  -1,
  1e300,
  {},
  null,
  [null],
  "",
  "ondemand",
  0,
  1.5,
  2_147_483_648,
  true,
  [],
  [{}],
];

/** How much is tried: so many odd values at a place of a form, others at the next; and so many bodies of a form, beside what is stored. */
const EXTENTS: Readonly<Record<string, { readonly values: number; readonly bodies: number }>> = {
  many: { values: 3, bodies: 2 },
  all: { values: ODD.length, bodies: 4 },
};
const which = process.argv[2] ?? "";
const extent = EXTENTS[which] ?? { values: 0, bodies: 0 };

/** The steps to all values of a document, lists by their first two items. */
function pathsIn(value: BodyValue | undefined, at: Path = []): readonly Path[] {
  if (isList(value)) return value.slice(0, 2).flatMap((item: BodyValue, index) => pathsIn(item, [...at, index]));
  if (!isBodyObject(value)) return at.length === 0 ? [] : [at];
  const own = Object.entries(value).flatMap(([name, inner]) => pathsIn(inner, [...at, name]));
  return at.length === 0 ? own : [at, ...own];
}

/** What JavaScript alone says. */
const RAW = /\bundefined\b|\bNaN\b|\[object |\bInfinity\b/u;

/** Every text of what is shown. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap((inner) => textsIn(inner));
}

function checkTexts(shown: unknown): void {
  const [raw] = textsIn(shown).filter((text) => RAW.test(text));
  if (raw !== undefined) throw new Error(`says ${raw}`);
}

/** What a received document has and what goes back has not: a null for something missing is left out, and a mask is not sent. */
function lost(received: Json | undefined, sent: Json | undefined, at: Path = []): readonly string[] {
  if (received === undefined || received === null) return [];
  if (typeof received === "string" && isMask(received)) return [];
  if (Array.isArray(received) && Array.isArray(sent) && received.length === sent.length)
    return received.flatMap((item: Json, index) => lost(item, sent[index], [...at, index]));
  if (isJsonObject(received) && isJsonObject(sent))
    return Object.entries(received).flatMap(([name, item]) => lost(item, sent[name], [...at, name]));
  return sameJson(received, sent) ? [] : [pathText(at)];
}

/** An update that nobody touched changes nothing: one that replaces sends all back, one that merges sends nothing. */
function checkUntouched({ setup: { plan, base } }: WalkedForm, state: FormState): void {
  if (base === undefined || state.base === null) return;
  const sent = encodeBody(bodyOf(plan, state), revealSecret);
  const received = encodeBody(withoutReadOnly(plan, state.base), revealSecret);
  const { base: stored } = state;
  // The service alone fills these, and they are not sent.
  const identities = new Set(
    (plan.lists ?? [])
      .filter(({ isIdentityOfService }) => isIdentityOfService)
      .flatMap(({ path, identity }) => pathsOf(stored, `${path}[].${identity}`).map(pathText)),
  );
  const missing = state.mode === "merge" ? [] : lost(received, sent).filter((path) => !identities.has(path));
  if (missing.length > 0) throw new Error(`loses ${missing.join(", ")}`);
  if (isDirty(plan, state)) throw new Error("counts as changed");
}

/** All that is computed of a form while it is filled in and reviewed. */
function compute(form: WalkedForm, state: FormState): void {
  const { setup } = form;
  const { plan } = setup;
  checkUntouched(form, state);
  const rows = rowsOf(plan, state, env, { showAll: true });
  checkTexts(rows);
  for (const row of rows) {
    if (row.row !== "field" || fieldPlanAt(plan, row.path)?.brings === undefined) continue;
    for (const value of ["day", "999999999999", row.field.choices[0]?.value ?? "1"])
      setText(plan, state, row.path, value, env);
  }
  checkTexts(problemsOf(plan, state, env));
  checkTexts([...(setup.preview?.(valuesOf(plan, state.body), env) ?? [])]);
  const review = reviewOf(plan, state, {
    asOf: env.now,
    request: { method: plan.operation.method, path: "/x" },
    env,
  });
  const context = contextOf(plan, state);
  checkTexts([review, plan.title(context), plan.button(context)]);
}

/** The form opened on a document, as it is opened on what the service holds. */
const openedOn = ({ setup: { plan, base } }: WalkedForm, body: BodyObject): FormState => {
  const json = encodeBody(body, revealSecret);
  const received = isJsonObject(json) ? json : {};
  if (base === undefined) return openForm(plan, { mode: "create", initial: body });
  return openForm(plan, { mode: plan.operation.update === "merge" ? "merge" : "replace", received });
};

const failures: string[] = [];

function attempt(name: string, run: () => void): void {
  parentPort?.postMessage({ kind: "case", name });
  try {
    run();
  } catch (error) {
    failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The values that are tried at a place of a form, the so-manieth one. */
const oddAt = (place: number): typeof ODD =>
  Array.from({ length: extent.values }, (_, index) => ODD[(place * extent.values + index) % ODD.length]);

async function everyCase(): Promise<void> {
  let places = 0;
  for (const { forms } of await walkEverywhere()) {
    for (const form of forms) {
      for (const body of bodiesFor(form, extent.bodies)) {
        for (const path of pathsIn(body)) {
          for (const odd of oddAt(places)) {
            if (bodyAt(body, path) === odd) continue;
            const name = `${form.area} ${form.setup.plan.operation.id} ${path.join(".")} = ${JSON.stringify(odd) ?? "nothing"}`;
            attempt(name, () => compute(form, openedOn(form, withValue(body, path, odd))));
          }
          places += 1;
        }
      }
    }
  }
  parentPort?.postMessage({ kind: "end", failures });
}

/** What became of all cases; printed as JSON. */
export type OddValues = { readonly hangs: string | null; readonly failures: readonly string[]; readonly cases: number };

type WorkerMessage =
  | { readonly kind: "case"; readonly name: string }
  | { readonly kind: "end"; readonly failures: readonly string[] };

/** How long nothing may be told before the case counts as one that never ends (ms): hundreds of times what the slowest takes. */
const NEVER = 60_000;

/** Runs all cases in a thread of their own, and says which one did not come back. */
function watch(file: string): void {
  let last = "the walk through all forms";
  let cases = 0;
  const worker = new Worker(file, { argv: process.argv.slice(2) });
  const ended = (hangs: string | null, failures: readonly string[]): void => {
    process.stdout.write(JSON.stringify({ hangs, failures, cases } satisfies OddValues), () => process.exit());
  };
  let watchdog = setTimeout(() => ended(last, []), 10 * NEVER);
  worker.on("message", (message: WorkerMessage) => {
    clearTimeout(watchdog);
    if (message.kind === "end") {
      ended(null, message.failures);
      return;
    }
    last = message.name;
    cases += 1;
    watchdog = setTimeout(() => ended(last, []), NEVER);
  });
}

if (isMainThread) watch(process.argv[1] ?? "");
else await everyCase();
