import * as z from "zod";
import { AREA_IDS } from "../contract/area-ids.ts";
import { GroupId } from "../contract/schema/ids.ts";
import type { FileKind } from "../settings/files.ts";
import type { Core } from "./core.ts";
import { createMergedList } from "./files/merged-list.ts";

/** What a person wants to be notified of (`w`), for as long as it has not come. It survives a restart, and two consoles share it. */

const StoredSubscription = z.object({
  id: z.string(),
  /** The project that it is about, and what that is called. */
  groupId: GroupId,
  groupName: z.string(),
  area: z.enum(AREA_IDS),
  /**
   * `thing`: one thing meets the condition; `rows`: a thing of the list comes to meet it, each time; `list`: the list as a whole does.
   */
  about: z.enum(["thing", "rows", "list"]),
  /** The id of the thing; empty where the list is meant. */
  thing: z.string(),
  /** What the thing or the list is called. */
  name: z.string(),
  /** As it is typed: a condition over the fields of the area. */
  condition: z.string(),
  /** The condition in words. */
  title: z.string(),
  addedAt: z.number(),
  changedAt: z.number(),
  /** Null while it is wanted. */
  endedAt: z.number().nullable(),
});

export type Subscription = Readonly<z.output<typeof StoredSubscription>>;

export type SubscriptionsState = readonly Subscription[];

export const NO_SUBSCRIPTIONS: SubscriptionsState = [];

export type SubscriptionActions = {
  /** The same condition of the same thing is wanted once. */
  readonly add: (wanted: Omit<Subscription, "id" | "addedAt" | "changedAt" | "endedAt">) => void;
  /** It was told, or is not wanted any more. */
  readonly end: (id: string) => void;
  /** Resolves when all of it is on disk, or could not be written. */
  readonly settled: () => Promise<void>;
};

const SubscriptionsFile = {
  what: "what to notify you of",
  version: 1,
  schema: z.object({ subscriptions: z.array(StoredSubscription).readonly() }),
} satisfies FileKind;

/** So many are wanted at once at most; the oldest go. */
export const MOST_SUBSCRIPTIONS = 50;
/** Of those that ended so many are kept: another console may still have them as wanted. */
const MOST_ENDED = 50;

/** Two lists as one: of one that both have, the one that was changed last counts. The newest stand first. */
export function mergedSubscriptions(left: SubscriptionsState, right: SubscriptionsState): SubscriptionsState {
  const all = new Map(left.map((one) => [one.id, one]));
  for (const one of right) {
    const known = all.get(one.id);
    if (known === undefined || one.changedAt > known.changedAt) all.set(one.id, one);
  }
  const newest = [...all.values()].sort((one, other) => other.addedAt - one.addedAt || (one.id < other.id ? -1 : 1));
  const wanted = newest.filter(({ endedAt }) => endedAt === null).slice(0, MOST_SUBSCRIPTIONS);
  const ended = newest.filter(({ endedAt }) => endedAt !== null).slice(0, MOST_ENDED);
  return [...wanted, ...ended];
}

/** Those that are wanted still. */
export const wantedIn = (subscriptions: SubscriptionsState | null): SubscriptionsState =>
  subscriptions?.filter(({ endedAt }) => endedAt === null) ?? NO_SUBSCRIPTIONS;

const isAlike = (one: Subscription, other: Pick<Subscription, "groupId" | "area" | "about" | "thing" | "condition">) =>
  one.groupId === other.groupId &&
  one.area === other.area &&
  one.about === other.about &&
  one.thing === other.thing &&
  one.condition === other.condition;

export type SubscriptionStore = {
  readonly actions: SubscriptionActions;
  readonly load: () => Promise<void>;
  readonly flushSync: () => void;
};

export function createSubscriptions(core: Core): SubscriptionStore {
  const known = (): SubscriptionsState => core.get().subscriptions ?? NO_SUBSCRIPTIONS;
  const { put, load, flushSync, settled } = createMergedList(core, {
    folder: "subscriptions",
    notSaved: "What to notify you of is not saved",
    kind: SubscriptionsFile,
    itemsIn: ({ subscriptions }) => subscriptions,
    contentOf: (subscriptions) => ({ subscriptions }),
    merged: mergedSubscriptions,
    known,
    take: (subscriptions) => core.set({ subscriptions }),
  });
  let added = 0;
  return {
    actions: {
      add: (wanted) => {
        if (wantedIn(known()).some((one) => isAlike(one, wanted))) return;
        added += 1;
        const now = core.clock.now();
        const id = `${core.process}-${now}-${added}`;
        put(mergedSubscriptions([{ ...wanted, id, addedAt: now, changedAt: now, endedAt: null }], known()));
      },
      end: (id) => {
        const now = core.clock.now();
        put(known().map((one) => (one.id === id ? { ...one, endedAt: now, changedAt: now } : one)));
      },
      settled,
    },
    load,
    flushSync,
  };
}
