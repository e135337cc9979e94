import * as z from "zod";
import { isOperationId } from "../contract/operations.ts";
import type { FileKind } from "../settings/files.ts";
import type { PlainRead } from "./answers/read-query.ts";
import type { Core } from "./core.ts";
import { profileFile } from "./files/file-names.ts";
import { createMergedList, type MergedList } from "./files/merged-list.ts";
import { type Place, parsePlace, printPlace } from "./navigation/place.ts";

/** Pinned things (`b`): at the top of the overview and of the palette, across restarts, per profile. */

/** A pinned thing, with its names at that time. Times in ms. */
export type Pin = {
  readonly place: Place;
  readonly project: string | null;
  /** Kind of thing: `alert`. */
  readonly kind: string;
  readonly title: string;
  /** Read of this thing alone; null when there is no such operation. */
  readonly read: PlainRead | null;
  readonly pinnedAt: number;
};

/** A pin, or a record of its removal: another console may still have the pin. */
type PinRecord = Pin & { readonly changedAt: number; readonly isRemoved: boolean };

/** The pins of the profile, with recently removed ones, by `pinKey`. */
type PinsState = ReadonlyMap<string, PinRecord>;

export type PinsSlice = { readonly pins: PinsState };

export type PinActions = {
  /** Pins or unpins a thing; returns true when it is pinned now. */
  readonly toggle: (pin: Omit<Pin, "pinnedAt">) => boolean;
};

export const NO_PINS: PinsState = new Map();

/** Upper bound of pins: each is a request of its own and a row of the overview. */
export const MOST_PINS = 30;
/** Upper bound of records, removed pins included. */
const MOST_RECORDS = 200;

const StoredPin = z.object({
  place: z.string(),
  project: z.string().nullable(),
  kind: z.string(),
  title: z.string(),
  read: z.object({ operation: z.string(), params: z.record(z.string(), z.string()).readonly() }).nullable(),
  pinnedAt: z.number(),
  changedAt: z.number(),
  isRemoved: z.boolean(),
});

const PinsFile = {
  what: "the pins",
  version: 1,
  schema: z.object({ pins: z.array(StoredPin).readonly() }),
} satisfies FileKind;

/** Identifies the thing of a pin. */
export const pinKey = ({ place, project }: Pick<Pin, "place" | "project">): string =>
  `${project ?? ""}/${printPlace(place)}`;

/** Merges two sets of records: the last change of each pin wins, and the newest are kept. */
export function mergedPins(left: PinsState, right: Iterable<PinRecord>): PinsState {
  const all = new Map(left);
  for (const pin of right) {
    const known = all.get(pinKey(pin));
    if (known === undefined || pin.changedAt > known.changedAt) all.set(pinKey(pin), pin);
  }
  if (all.size <= MOST_RECORDS) return all;
  // Pins are kept before removed ones, of which the oldest are dropped first.
  const kept = [...all.values()]
    .sort((one, other) => Number(one.isRemoved) - Number(other.isRemoved) || other.changedAt - one.changedAt)
    .slice(0, MOST_RECORDS);
  return new Map(kept.map((pin) => [pinKey(pin), pin]));
}

/** Current pins, oldest first. */
export const pinsIn = (pins: PinsState): readonly Pin[] =>
  [...pins.values()]
    .filter(({ isRemoved }) => !isRemoved)
    .sort((one, other) => one.pinnedAt - other.pinnedAt)
    .slice(0, MOST_PINS);

export const isPinned = (pins: PinsState, pin: Pick<Pin, "place" | "project">): boolean =>
  pins.get(pinKey(pin))?.isRemoved === false;

/** A pin as read from disk; dropped when this program does not know its area. */
function restored(stored: z.output<typeof StoredPin>): readonly PinRecord[] {
  const place = parsePlace(stored.place);
  if (!place.ok) return [];
  const isKnown = stored.read !== null && isOperationId(stored.read.operation);
  return [{ ...stored, place: place.place, read: isKnown ? stored.read : null }];
}

type Pins = Pick<MergedList<PinRecord>, "load" | "flushSync" | "settled"> & { readonly actions: PinActions };

const byKey = (pins: readonly PinRecord[]): PinsState => new Map(pins.map((pin) => [pinKey(pin), pin]));

const stored = (pins: readonly PinRecord[]) => ({
  pins: pins.map((pin) => ({ ...pin, place: printPlace(pin.place) })),
});

export function createPins(core: Core<PinsSlice>): Pins {
  const { put, ...list } = createMergedList(core, {
    file: ({ profile }) => profileFile("pins", profile),
    notSaved: "Pins are not saved",
    kind: PinsFile,
    itemsIn: (content) => content.pins.flatMap(restored),
    contentOf: stored,
    merged: (left, right) => [...mergedPins(byKey(left), right).values()],
    known: () => [...core.get().pins.values()],
    take: (pins) => core.set({ pins: byKey(pins) }),
  });
  return {
    ...list,
    actions: {
      toggle: (pin) => {
        const { pins } = core.get();
        const isRemoved = isPinned(pins, pin);
        // Two changes in the same millisecond still have an order.
        const changedAt = Math.max(core.clock.now(), (pins.get(pinKey(pin))?.changedAt ?? 0) + 1);
        put([...mergedPins(pins, [{ ...pin, pinnedAt: changedAt, changedAt, isRemoved }]).values()]);
        return !isRemoved;
      },
    },
  };
}
