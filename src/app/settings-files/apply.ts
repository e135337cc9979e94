import { IncompleteError } from "../../areas/model/settings-kind.ts";
import { ServiceError } from "../../client/errors/service-error.ts";
import { createdId } from "../../contract/entities.ts";
import { type JsonObject, jsonObjectIn, sameJson } from "../../contract/json/json.ts";
import { operations } from "../../contract/operations.ts";
import { type Conflict, conflictOf, rebase } from "../../forms/review/conflict.ts";
import { encodeWithoutSecrets, overlaid } from "../../forms/settings-file/overlay.ts";
import { settingsOf } from "../../forms/settings-file/settings.ts";
import type { SendActions, SendResult, Write } from "../../state/writes/send.ts";
import { labelled } from "../../text/format.ts";
import { errorText } from "../error-text.ts";
import { isRemoved } from "../review/removed.ts";
import { namedNow, operationOf, prepare, reviewIn } from "./prepare.ts";
import { readThings } from "./read-things.ts";
import {
  type AppliedSetting,
  type ApplyResult,
  isApplied,
  type PreparedSetting,
  type SettingsSource,
} from "./types.ts";

/**
 * Sends the reviewed plan, one write after another, each once. Before each write the thing is read again: changes by somebody else are not
 * overwritten, and a thing in the wanted state is not written. The first failure ends the run; applying the same files again continues from there.
 */

type ApplyDependencies = {
  readonly source: SettingsSource;
  readonly send: Pick<SendActions, "one">;
  /** Ids of the things that existed when the plan was made, by kind name. */
  readonly known: ReadonlyMap<string, ReadonlySet<string>>;
  /** Called after each one. */
  readonly onResult: (applied: AppliedSetting) => Promise<void>;
  /** True when a person interrupted the run: the current write is completed, and nothing else is sent. */
  readonly isInterrupted?: () => boolean;
};

/** Applies the settings in order. Returns a result for each. */
export async function applySettings(
  prepared: readonly PreparedSetting[],
  dependencies: ApplyDependencies,
): Promise<readonly AppliedSetting[]> {
  const made = new Map([...dependencies.known].map(([kind, ids]) => [kind, new Set(ids)]));
  const applied: AppliedSetting[] = [];
  let isOver = false;
  for (const one of prepared) {
    isOver ||= dependencies.isInterrupted?.() === true;
    const result: ApplyResult = isOver ? { kind: "not-sent" } : await applyOne(one, dependencies, made);
    if (!isApplied(result)) isOver = true;
    if (result.kind === "done" && result.id !== null) {
      const kind = one.item.of.file.name;
      made.set(kind, (made.get(kind) ?? new Set()).add(result.id));
    }
    const ended = { prepared: one, result };
    applied.push(ended);
    await dependencies.onResult(ended);
  }
  return applied;
}

type Ids = ReadonlyMap<string, ReadonlySet<string>>;

async function applyOne(first: PreparedSetting, dependencies: ApplyDependencies, ids: Ids): Promise<ApplyResult> {
  const { source, send } = dependencies;
  try {
    // References or obstacles of the item may have appeared or disappeared since it was prepared.
    const isOld = first.isWaiting || first.obstacles.length > 0;
    const prepared = isOld ? await prepare(first.item, await namedNow(first.item, source), source) : first;
    const [obstacle] = prepared.obstacles;
    if (obstacle !== undefined) return { kind: "refused", words: obstacle };
    const next = prepared.kind === "form" ? await formWrite(prepared, source, ids) : await deletion(prepared, source);
    return "write" in next ? resultOf(next.write, await send.one(next.write), first) : next;
  } catch (error) {
    if (!(error instanceof ServiceError || error instanceof IncompleteError)) throw error;
    return { kind: "refused", words: errorText(error) };
  }
}

type Next = ApplyResult | { readonly write: Write };

const CONFLICT = "Changed by somebody else in the meantime: nothing was sent.";

const fieldLines = ({ fields }: Conflict): readonly string[] =>
  fields
    .filter(({ both }) => both)
    .map(({ label, opened, service, yours }) =>
      labelled(label, `was ${opened ?? "not set"}, is ${service ?? "not set"}, the file says ${yours ?? "not set"}`),
    );

type PreparedForm = Extract<PreparedSetting, { kind: "form" }>;

/** The write of a form on the currently stored document. */
async function formWrite({ item, setup, state }: PreparedForm, source: SettingsSource, ids: Ids): Promise<Next> {
  const { plan } = setup;
  let received: JsonObject | null = null;
  let now = state;
  if (setup.base === undefined) {
    const other = await madeMeanwhile(item, source, ids);
    if (other !== null) return other;
  } else {
    try {
      received = (await setup.base(source.ask)).document;
    } catch (error) {
      if (!isRemoved(error)) throw error;
      return { kind: "conflict", words: "Deleted by somebody else in the meantime: nothing was sent.", fields: [] };
    }
    const conflict = conflictOf(plan, state, received, source.env());
    if (conflict !== null && conflict.choices > 0) {
      return { kind: "conflict", words: CONFLICT, fields: fieldLines(conflict) };
    }
    now = rebase(plan, state, received);
  }
  const review = reviewIn(setup, now, source);
  if (review.nothing) return { kind: "already" };
  const [problem] = review.problems;
  if (problem !== undefined) return { kind: "refused", words: labelled(problem.label, problem.message) };
  const [target] = setup.targets;
  const operation = operationOf(setup);
  return {
    write: {
      operation,
      params: target?.params ?? {},
      body: review.body,
      title: operations[operation].title,
      name: item.name || item.cluster || (target?.name ?? ""),
      changes: review.changes,
      ...(Object.keys(review.query).length === 0 ? {} : { query: review.query }),
      ...(received === null ? {} : { received }),
      ...(setup.refreshes === undefined ? {} : { refreshes: setup.refreshes }),
    },
  };
}

/** Result for a thing with the same identity that was created after the plan was made; null if there is none. */
async function madeMeanwhile(
  item: PreparedForm["item"],
  source: SettingsSource,
  ids: Ids,
): Promise<ApplyResult | null> {
  const { of, document } = item;
  if (document === null) return null;
  const { file } = of;
  const [things, named] = await Promise.all([readThings(of, source), namedNow(item, source)]);
  const others = things
    .filter(({ id, cluster }) => cluster === document.cluster && ids.get(file.name)?.has(id) !== true)
    .map((thing) => settingsOf(file, thing.document, named))
    .filter((settings) => file.identityOf(settings) === file.identityOf(document.settings));
  if (others.length === 0) return null;
  const isSame = others.some((settings) =>
    sameJson(encodeWithoutSecrets(settings), encodeWithoutSecrets(overlaid(file.plan, settings, document.settings))),
  );
  if (isSame) return { kind: "already" };
  return { kind: "conflict", words: "Created by somebody else in the meantime: nothing was sent.", fields: [] };
}

/** The deletion of a thing, if it is unchanged since the plan was made. */
async function deletion(
  { item, plan }: Extract<PreparedSetting, { kind: "write" }>,
  source: SettingsSource,
): Promise<Next> {
  const { of, stored } = item;
  const [target] = plan.targets;
  if (stored === null || target === undefined) throw new TypeError("a deletion has a stored thing");
  const [things, named] = await Promise.all([readThings(of, source), namedNow(item, source)]);
  const now = things.find(({ id }) => id === stored.id);
  if (now === undefined) return { kind: "already" };
  const settings = settingsOf(of.file, now.document, named);
  if (!sameJson(encodeWithoutSecrets(settings), encodeWithoutSecrets(stored.settings))) {
    return { kind: "conflict", words: CONFLICT, fields: [] };
  }
  return {
    write: {
      operation: plan.operation,
      params: target.params,
      body: plan.body?.(target) ?? null,
      title: operations[plan.operation].title,
      name: target.name,
      ...(plan.refreshes === undefined ? {} : { refreshes: plan.refreshes }),
    },
  };
}

function resultOf(write: Write, result: SendResult, { item }: PreparedSetting): ApplyResult {
  if (result.kind === "done") {
    const answer = jsonObjectIn(result.answer.raw) ?? undefined;
    return { kind: "done", id: item.stored?.id ?? createdId(write.operation, answer, write.params) };
  }
  if (result.kind === "not-sent") return { kind: "refused", words: result.words };
  return { kind: result.kind, words: errorText(result.error) };
}
