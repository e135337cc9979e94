import * as z from "zod";
import { AREA_IDS } from "../contract/area-ids.ts";
import { GroupId } from "../contract/schema/ids.ts";
import type { FileKind } from "../settings/files.ts";
import { areSameIn } from "../text/same-items.ts";
import type { Core } from "./core.ts";
import { profileFile } from "./files/file-names.ts";
import { createMergedList, latestOf, type MergedList } from "./files/merged-list.ts";

/** Conditions that a person wants to be notified of (`w`), until they are met. They survive a restart, and two consoles share them. */

const StoredSubscription = z.object({
  id: z.string(),
  /** Project and its name. */
  groupId: GroupId,
  groupName: z.string(),
  area: z.enum(AREA_IDS),
  /**
   * `thing`: one thing meets the condition; `rows`: any row of the list begins to meet it, each time; `list`: the list as a whole does.
   */
  about: z.enum(["thing", "rows", "list"]),
  /** Id of the thing; empty for a list. */
  thing: z.string(),
  /** Name of the thing or the list. */
  name: z.string(),
  /** Condition over the fields of the area, as typed. */
  condition: z.string(),
  /** Condition as readable text. */
  title: z.string(),
  addedAt: z.number(),
  changedAt: z.number(),
  /** Null while active. */
  endedAt: z.number().nullable(),
});

export type Subscription = Readonly<z.output<typeof StoredSubscription>>;

type SubscriptionsState = readonly Subscription[];

const NO_SUBSCRIPTIONS: SubscriptionsState = [];

/** Conditions to notify of; null before they are read from disk. */
export type SubscriptionsSlice = { readonly subscriptions: SubscriptionsState | null };

export type SubscriptionActions = {
  /** Adds a subscription, unless the same condition on the same thing is active already. */
  readonly add: (wanted: Wanted) => void;
  /** Ends a subscription: notified, or no longer wanted. */
  readonly end: (id: string) => void;
  /** Resolves when everything is on disk, or could not be written. */
  readonly settled: () => Promise<void>;
};

const SubscriptionsFile = {
  what: "what to notify you of",
  version: 1,
  schema: z.object({ subscriptions: z.array(StoredSubscription).readonly() }),
} satisfies FileKind;

/** Upper bound of active subscriptions; the oldest are dropped. */
const MOST_SUBSCRIPTIONS = 50;
/** Upper bound of ended ones that are kept: another console may still have them as active. */
const MOST_ENDED = 50;

/** Merges two lists: the last change of each subscription wins. Newest first. */
function mergedSubscriptions(left: SubscriptionsState, right: SubscriptionsState): SubscriptionsState {
  const newest = latestOf(left, right).toSorted(
    (one, other) => other.addedAt - one.addedAt || (one.id < other.id ? -1 : 1),
  );
  const wanted = newest.filter(({ endedAt }) => endedAt === null).slice(0, MOST_SUBSCRIPTIONS);
  const ended = newest.filter(({ endedAt }) => endedAt !== null).slice(0, MOST_ENDED);
  return [...wanted, ...ended];
}

/** The active subscriptions. */
export const activeSubscriptions = (subscriptions: SubscriptionsState | null): SubscriptionsState =>
  subscriptions?.filter(({ endedAt }) => endedAt === null) ?? NO_SUBSCRIPTIONS;

type Wanted = Omit<Subscription, "id" | "addedAt" | "changedAt" | "endedAt">;

const isAlike = (one: Subscription, other: Wanted): boolean =>
  areSameIn<Wanted>(one, other, "groupId", "area", "about", "thing", "condition");

type SubscriptionStore = Pick<MergedList<Subscription>, "load" | "flushSync"> & {
  readonly actions: SubscriptionActions;
};

export function createSubscriptions(core: Core<SubscriptionsSlice>): SubscriptionStore {
  const known = (): SubscriptionsState => core.get().subscriptions ?? NO_SUBSCRIPTIONS;
  const { put, settled, ...list } = createMergedList(core, {
    file: ({ profile }) => profileFile("subscriptions", profile),
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
    ...list,
    actions: {
      add: (wanted) => {
        if (activeSubscriptions(known()).some((one) => isAlike(one, wanted))) return;
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
  };
}
