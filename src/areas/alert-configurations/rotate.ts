import * as z from "zod";
import { type BodyObject, type JsonObject, type Path, sameJson } from "../../contract/json/json.ts";
import { body } from "../../contract/schema/body.ts";
import { secret } from "../../contract/schema/fields.ts";
import type { UsualValue } from "../../contract/schema/hints.ts";
import { isMask, maskTail, Secret } from "../../contract/secret.ts";
import { channelLabel, formatTarget, isAddressField } from "../../domain/alerts/alert.ts";
import { enterSecret } from "../../forms/edit.ts";
import { fieldAt } from "../../forms/fields.ts";
import type { FormPlan } from "../../forms/form-plan.ts";
import { storedSecretsOf } from "../../forms/masks.ts";
import { openForm } from "../../forms/open.ts";
import { valuesOf } from "../../forms/plans.ts";
import type { Fact } from "../../forms/review/review.ts";
import type { FormValues } from "../../forms/schema/form-values.ts";
import { bodyOf } from "../../forms/sent.ts";
import type { Suggestion } from "../../forms/suggestion.ts";
import { pluralize } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { localForm } from "../builders/local-form.ts";
import type { Context } from "../model/context.ts";
import {
  asking,
  type Effect,
  type FormSetup,
  NO_PREFLIGHT,
  type Preflight,
  type ReviewSources,
  type WritePlan,
} from "../model/effect.ts";
import { updatePlan } from "./form.ts";
import { cachedConfigurations, rawConfiguration, storedConfiguration, targetsOf } from "./list.ts";

/**
 * Replaces one key of a notification channel in all configurations that use it (`domain.md` 3.1 and 18). The service shows only the end of a key:
 * keys with the same end, in the same field of the same channel, are taken as the same key.
 */

/** A key that is stored in configurations of the project. */
type KeyUse = {
  /** Channel, field and visible part: identifies keys as far as the service allows. */
  readonly id: string;
  /** `PagerDuty …c77a (Service key)`. */
  readonly name: string;
  /** Ids of the configurations that have it. */
  readonly configurations: readonly string[];
  /** Number of places in all of them. */
  readonly places: number;
  readonly usual: UsualValue | undefined;
};

/** `of` is the service's id of the notification that has the key. */
type Place = Pick<KeyUse, "id" | "name" | "usual"> & { readonly path: Path; readonly of: string };

const AREA = { area: "alert-configurations", ids: [] } as const;

/** The keys in a document, each with its path. */
function placesIn(document: JsonObject): readonly Place[] {
  const { notifications = [] } = valuesOf(updatePlan, document);
  return storedSecretsOf(updatePlan, document).flatMap(({ path, mask, isKnown }) => {
    const item = path[0] === "notifications" ? notifications[Number(path[1])] : undefined;
    const field = String(path.at(-1));
    if (item === undefined || !isKnown || isAddressField(field)) return [];
    const { typeName = "?", notifierId = "" } = item;
    const tail = maskTail(mask);
    // A fully masked key looks like any other: only those of the same address are taken as the same.
    const shown = tail === "" ? formatTarget(item) : `${channelLabel(typeName)} ${isMask(mask) ? `…${tail}` : mask}`;
    const id = [typeName, field, tail === "" ? formatTarget(item) : mask].join("/");
    const { label = field, hint } = fieldAt(updatePlan, { body: document, base: null, mode: "replace" }, path) ?? {};
    return [{ id, name: `${shown} (${label})`, path, of: notifierId, usual: hint?.usual }];
  });
}

/** The keys of the project, those used by most configurations first. */
export function keysInUse(context: Context): readonly KeyUse[] {
  const found = new Map<string, KeyUse>();
  for (const { id } of cachedConfigurations(context)) {
    const document = rawConfiguration(context, id);
    for (const place of document === null ? [] : placesIn(document)) {
      const { name, usual } = place;
      const before = found.get(place.id) ?? { id: place.id, name, configurations: [], places: 0, usual };
      const configurations = [...new Set([...before.configurations, id])];
      found.set(place.id, { ...before, configurations, places: before.places + 1 });
    }
  }
  return [...found.values()].sort((left, right) => right.configurations.length - left.configurations.length);
}

const Question = body(
  z.strictObject({
    key: secret().optional().meta({
      title: "New key",
      help: "Key issued by the channel's provider; sent, never stored by the console",
      example: "(hidden)",
      secret: true,
    }),
  }),
);

/** The operation of a local form, none of the service. */
const questionForm = localForm("rotateNotificationKey", "alert-configurations", "Rotate a notification key", Question);

const planFor = (use: KeyUse): FormPlan<FormValues<typeof Question>> => ({
  operation: questionForm,
  title: () => `Replace the key of ${use.name}`,
  sentence: () =>
    `Replaces the old key in ${pluralize(use.configurations.length, "configuration")}; each is reloaded first, and nothing else in it changes.`,
  button: () => "Continue",
  fields: [
    {
      path: "key",
      required: ({ subject }) => (subject.key === undefined ? "enter the new key" : true),
      usual: use.usual,
    },
  ],
});

/** The body for a configuration, and the ids of its notifications that get the new key. */
type Prepared = { readonly body: BodyObject; readonly notifications: readonly string[] };

/** A document with the key replaced, as its form would send it; null where that would lose another secret, or change nothing. */
export function replaced(document: JsonObject, use: Pick<KeyUse, "id">, key: Secret): Prepared | null {
  const places = placesIn(document).filter(({ id }) => id === use.id);
  const opened = openForm(updatePlan, { mode: "replace", received: document });
  const state = places.reduce((now, { path }) => enterSecret(updatePlan, now, path, key.reveal()), opened);
  const losesOther = storedSecretsOf(updatePlan, state.body).some(({ isKept }) => !isKept);
  if (places.length === 0 || losesOther) return null;
  return { body: bodyOf(updatePlan, state), notifications: places.map(({ of }) => of).sort() };
}

/** Reads the configurations and prepares the body for each. */
async function prepare(
  { ask, context }: ReviewSources,
  use: KeyUse,
  key: Secret,
): Promise<ReadonlyMap<string, Prepared | null>> {
  const read = await Promise.all(
    use.configurations.map(async (id) => {
      return [id, replaced((await storedConfiguration(ask, context, id)).document, use, key)] as const;
    }),
  );
  return new Map(read);
}

function findingsOf(prepared: ReadonlyMap<string, Prepared | null>, context: Context): Preflight {
  const named = targetsOf(context, [...prepared.keys()]).map(({ id, name }) => ({
    name,
    one: prepared.get(id) ?? null,
  }));
  const omitted = named.flatMap(({ name, one }) => (one === null ? [name] : []));
  return {
    warnings: present(
      "The old key cannot be restored: the service shows only its last characters.",
      omitted.length !== 0 &&
        `Skipped, because the key is gone or another secret would be lost: ${omitted.join(", ")}.`,
    ),
    facts: named.flatMap(({ name, one }): readonly Fact[] =>
      one === null ? [] : [{ label: name, value: pluralize(one.notifications.length, "notification") }],
    ),
  };
}

/** One reviewed write for all configurations, with a result for each. */
function plan(context: Context, use: KeyUse, key: Secret, first: ReadonlyMap<string, Prepared | null>): WritePlan {
  let prepared = first;
  const ids = [...first].flatMap(([id, one]) => (one === null ? [] : [id]));
  return {
    operation: "updateAlertConfiguration",
    title: `Replace the key of ${use.name} in ${pluralize(ids.length, "configuration")}`,
    sentence: `${pluralize(ids.length, "configuration")} ${ids.length === 1 ? "uses" : "use"} the new key from now on; nothing else changes.`,
    button: "Replace the key",
    targets: targetsOf(context, ids),
    body: ({ id }) => prepared.get(id)?.body ?? null,
    replaces: {
      read: async (ask, { id }) => (await storedConfiguration(ask, context, id)).document,
      bodyOf: ({ id }, stored) => {
        const [reviewed, now] = [prepared.get(id) ?? null, replaced(stored, use, key)];
        if (reviewed === null) return "it was skipped in the review.";
        if (now !== null && sameJson(now.notifications, reviewed.notifications)) return now.body;
        return "somebody else changed its notifications with this key in the meantime. Close this and replace the key again.";
      },
    },
    risk: "disruptive",
    confirmName: use.name,
    changes: [{ label: `Key of ${use.name}`, from: "stored key", to: "new key", kind: "changed" }],
    preflight: async (review) => {
      prepared = await prepare(review, use, key);
      return findingsOf(prepared, review.context);
    },
    after: AREA,
  };
}

function setup(context: Context, use: KeyUse): FormSetup<FormValues<typeof Question>> {
  return {
    plan: planFor(use),
    targets: [{ id: "", name: use.name, params: { groupId: context.scope.groupId, key: use.id } }],
    preflight: async () => NO_PREFLIGHT,
    after: AREA,
    applies: ({ key }): Effect =>
      asking(`Replace the key of ${use.name}`, async (ask) => {
        const entered = key instanceof Secret ? key : new Secret("");
        const prepared = await prepare({ ask, context }, use, entered);
        return { kind: "write", plan: plan(context, use, entered, prepared) };
      }),
  };
}

/** Chooses the key first, by its channel and its end; then a form asks for the new one. */
export function rotate(context: Context): Effect {
  const uses = keysInUse(context);
  return {
    kind: "pick",
    title: "Replace which key?",
    suggest: async () =>
      uses.map(
        ({ id, name, configurations }): Suggestion => ({
          value: id,
          label: name,
          note: `in ${pluralize(configurations.length, "configuration")}`,
        }),
      ),
    take: (value) => {
      const use = uses.find(({ id }) => id === value);
      return use === undefined ? { kind: "place", place: AREA } : { kind: "form", setup: setup(context, use) };
    },
  };
}
