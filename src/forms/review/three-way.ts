import type { z } from "zod";
import { type BodyObject, type BodyValue, isBodyObject, isList, type Path } from "../../contract/json/json.ts";
import type { FormPlan } from "../form-plan.ts";
import type { FormState, ItemTag } from "../form-state.ts";
import { isCovered } from "../masks.ts";
import { equalApartFromMasks, matchItems } from "../match-items.ts";
import { bodyAt } from "../paths.ts";
import { listPlanAt, shapeOfPlan } from "../plans.ts";
import { elementOf, entryOf, fieldSchema, isGroup, isSecretSchema, variantsIn } from "../schema/schema.ts";

/**
 * Three-way merge of a form with the service's present document: changes by the service are taken, changes made here stay, and a person chooses when
 * both changed the same field (`domain.md` 1.6).
 */

export type Choices = Readonly<Record<string, "mine" | "theirs">>;

/** A change made by the service since the form was opened. */
export type Difference = {
  readonly id: string;
  readonly base: Path | null;
  readonly theirs: Path | null;
  readonly mine: Path | null;
  readonly both: boolean;
};

type Merged = {
  readonly body: BodyObject;
  readonly items: FormState["items"];
  readonly nextItem: number;
  readonly differences: readonly Difference[];
};

export type Sides = { readonly base: BodyObject; readonly theirs: BodyObject; readonly mine: BodyObject };
type Spot = {
  readonly base: Path | null;
  readonly theirs: Path | null;
  readonly mine: Path | null;
  readonly key: string;
};
type Work = {
  readonly plan: FormPlan;
  readonly state: FormState;
  readonly sides: Sides;
  readonly choices: Choices;
  readonly differences: Difference[];
  items: Record<string, readonly ItemTag[]>;
  nextItem: number;
};

/** Merges three documents without response-only fields. A merging form compares only declared fields. */
export function threeWay(
  plan: FormPlan,
  state: FormState,
  base: BodyObject,
  theirs: BodyObject,
  choices: Choices,
): Merged {
  const sides = { base, theirs, mine: state.body };
  const work: Work = {
    plan,
    state,
    sides,
    choices,
    differences: [],
    items: { ...state.items },
    nextItem: state.nextItem,
  };
  const body = mergeGroup(work, shapeOfPlan(plan), { base: [], theirs: [], mine: [], key: "" });
  return { body, items: work.items, nextItem: work.nextItem, differences: work.differences };
}

const at = (document: BodyObject, path: Path | null): BodyValue | undefined =>
  path === null ? undefined : bodyAt(document, path);

/** Value of a field that a merging form does not know: the service's, unless it was changed here. */
function aside({ sides }: Work, name: string): BodyValue | undefined {
  const mine = at(sides.mine, [name]);
  return equalApartFromMasks(mine, at(sides.base, [name])) ? at(sides.theirs, [name]) : mine;
}

function valuesAt(work: Work, spot: Spot) {
  const { sides } = work;
  return { base: at(sides.base, spot.base), theirs: at(sides.theirs, spot.theirs), mine: at(sides.mine, spot.mine) };
}

const below = (spot: Spot, name: string): Spot => ({
  base: spot.base === null ? null : [...spot.base, name],
  theirs: spot.theirs === null ? null : [...spot.theirs, name],
  mine: spot.mine === null ? null : [...spot.mine, name],
  key: spot.key === "" ? name : `${spot.key}.${name}`,
});

function mergeGroup(work: Work, schema: z.core.$ZodType, spot: Spot): BodyObject {
  const { base, theirs, mine } = valuesAt(work, spot);
  const names = new Set([theirs, mine, base].flatMap((side) => (isBodyObject(side) ? Object.keys(side) : [])));
  const merged: Record<string, BodyValue> = {};
  for (const name of names) {
    const inner =
      fieldSchema(schema, mine, name) ?? fieldSchema(schema, theirs, name) ?? fieldSchema(schema, base, name);
    const isAside = inner === undefined && work.state.mode === "merge" && spot.key === "";
    const value = isAside ? aside(work, name) : mergeField(work, inner, below(spot, name));
    if (value !== undefined) merged[name] = value;
  }
  return merged;
}

/** Identities follow the service's item, unless this form created the item. Nobody is asked about them. */
function mergeField(work: Work, schema: z.core.$ZodType | undefined, spot: Spot): BodyValue | undefined {
  const holder = spot.mine?.slice(0, -1) ?? [];
  const identity = typeof holder.at(-1) === "number" ? listPlanAt(work.plan, holder.slice(0, -1))?.identity : undefined;
  if (identity === undefined || spot.mine?.at(-1) !== identity) return mergeValue(work, schema, spot);
  const { base, theirs, mine } = valuesAt(work, spot);
  return equalApartFromMasks(base, mine) ? theirs : mine;
}

function mergeValue(work: Work, schema: z.core.$ZodType | undefined, spot: Spot): BodyValue | undefined {
  const { base, theirs, mine } = valuesAt(work, spot);
  if (schema !== undefined && isSecretSchema(schema)) return mergeSecret(theirs, mine);
  const list = spot.mine === null ? undefined : listPlanAt(work.plan, spot.mine);
  if (schema !== undefined && list?.identity !== undefined && [base, theirs, mine].every(isListOrNothing)) {
    return mergeList(work, schema, list.identity, spot);
  }
  if (schema !== undefined && isGroup(schema) && canDescend(schema, base, theirs, mine))
    return mergeGroup(work, schema, spot);
  const entry = schema === undefined ? undefined : entryOf(schema);
  if (entry !== undefined && isBodyObject(theirs) && isBodyObject(mine) && (base === undefined || isBodyObject(base)))
    return mergeEntries(work, entry, spot);
  const value = mergeWhole(work, spot);
  if (isList(value) && schema !== undefined) retag(work, spot, value, equalApartFromMasks(value, mine));
  return value;
}

/** Merges a record by entry name (the mapped fields of an index): an entry that only one side changed is taken from that side. */
function mergeEntries(work: Work, entry: z.core.$ZodType, spot: Spot): BodyObject {
  const { base, theirs, mine } = valuesAt(work, spot);
  const names = new Set([theirs, mine, base].flatMap((side) => (isBodyObject(side) ? Object.keys(side) : [])));
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const value = mergeValue(work, entry, below(spot, name));
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

const isListOrNothing = (value: BodyValue | undefined): boolean =>
  value === undefined || value === null || isList(value);

/** True when three values are groups of one kind, to be merged field by field. */
function canDescend(
  schema: z.core.$ZodType,
  base: BodyValue | undefined,
  theirs: BodyValue | undefined,
  mine: BodyValue | undefined,
): boolean {
  if (!isBodyObject(base) || !isBodyObject(theirs) || !isBodyObject(mine)) return false;
  const kind = variantsIn(schema)?.discriminator;
  return kind === undefined || (base[kind] === theirs[kind] && base[kind] === mine[kind]);
}

/** Stored secrets are never compared: an entered secret stays, otherwise the service's is kept. */
function mergeSecret(theirs: BodyValue | undefined, mine: BodyValue | undefined): BodyValue | undefined {
  return mine === undefined || (typeof mine === "string" && isCovered(mine)) ? theirs : mine;
}

/** A value that is taken as a whole from one side. */
function mergeWhole(work: Work, spot: Spot): BodyValue | undefined {
  const { base, theirs, mine } = valuesAt(work, spot);
  if (equalApartFromMasks(base, theirs) || equalApartFromMasks(theirs, mine))
    return equalApartFromMasks(theirs, mine) ? theirs : mine;
  const both = !equalApartFromMasks(base, mine);
  work.differences.push({ id: spot.key, base: spot.base, theirs: spot.theirs, mine: spot.mine, both });
  return both && isMine(work, spot.key) ? mine : theirs;
}

const isMine = (work: Work, id: string): boolean => work.choices[id] !== "theirs";

const newTag = (work: Work, from: number | null): ItemTag => {
  work.nextItem += 1;
  return { key: work.nextItem, from };
};

/** Tags of a list that was taken as a whole: the present ones if it is this form's list, else new ones. */
function retag(work: Work, spot: Spot, merged: readonly BodyValue[], isOwn: boolean): void {
  const theirs = at(work.sides.theirs, spot.theirs);
  const pairs = matchItems(isList(theirs) ? theirs : [], merged, undefined);
  const tags = isOwn ? (work.items[spot.key] ?? []) : [];
  if (merged.length === 0 && !Object.hasOwn(work.items, spot.key)) return;
  work.items[spot.key] = merged.map((_item, index) => {
    const tag = tags[index];
    return tag === undefined ? newTag(work, pairs[index] ?? null) : { key: tag.key, from: pairs[index] ?? null };
  });
}

type Taken = { readonly value: BodyValue; readonly tag: ItemTag };

function mergeList(work: Work, schema: z.core.$ZodType, identity: string, spot: Spot): BodyValue | undefined {
  const { base, theirs, mine } = valuesAt(work, spot);
  if (!isList(base) && !isList(theirs) && !isList(mine)) return mergeWhole(work, spot);
  const lists = {
    base: isList(base) ? base : [],
    theirs: isList(theirs) ? theirs : [],
    mine: isList(mine) ? mine : [],
  };
  const element = elementOf(schema);
  const pairs = matchItems(lists.base, lists.theirs, identity);
  const tags = work.state.items[spot.key] ?? [];
  const merged: Taken[] = [];
  for (const [index, item] of lists.mine.entries()) {
    const tag = tags[index] ?? newTag(work, null);
    const itemSpot = { ...itemSpotOf(spot, tag, pairs), mine: [...(spot.mine ?? []), index] };
    const value = tag.from === null ? item : mergeItem(work, element, itemSpot, item);
    const from = itemSpot.theirs?.at(-1);
    if (value !== undefined)
      merged.push({ value, tag: { key: tag.key, from: typeof from === "number" ? from : null } });
  }
  const kept = new Set(tags.slice(0, lists.mine.length).map((tag) => tag.from));
  for (const [index, item] of lists.theirs.entries()) {
    const from = pairs[index] ?? null;
    if (from !== null && kept.has(from)) continue;
    if (isTaken(work, spot, index, from, lists.base, item)) merged.push({ value: item, tag: newTag(work, index) });
  }
  work.items[spot.key] = merged.map(({ tag }) => tag);
  if (merged.length > 0) return merged.map(({ value }) => value);
  // The merged list is empty: empty list or no list, following the side that emptied it.
  const emptied = isList(mine) && (mine.length > 0 || equalApartFromMasks(base, mine)) ? theirs : mine;
  return isList(emptied) ? [] : emptied;
}

function itemSpotOf(spot: Spot, tag: ItemTag, pairs: readonly (number | null)[]): Spot {
  const theirs = tag.from === null ? -1 : pairs.indexOf(tag.from);
  return {
    base: tag.from === null || spot.base === null ? null : [...spot.base, tag.from],
    theirs: theirs === -1 || spot.theirs === null ? null : [...spot.theirs, theirs],
    mine: null,
    key: `${spot.key}#${tag.key}`,
  };
}

/** Merges an item that came from the received document; undefined when it is removed. */
function mergeItem(
  work: Work,
  element: z.core.$ZodType | undefined,
  spot: Spot,
  item: BodyValue,
): BodyValue | undefined {
  if (spot.theirs !== null) return element === undefined ? mergeWhole(work, spot) : mergeValue(work, element, spot);
  const both = !equalApartFromMasks(at(work.sides.base, spot.base), item);
  work.differences.push({ id: spot.key, base: spot.base, theirs: null, mine: spot.mine, both });
  return both && isMine(work, spot.key) ? item : undefined;
}

/** True when an item that only the service has is added to the form: a new one always, one removed here only by choice. */
function isTaken(
  work: Work,
  spot: Spot,
  index: number,
  from: number | null,
  base: readonly BodyValue[],
  item: BodyValue,
): boolean {
  const theirs = spot.theirs === null ? null : [...spot.theirs, index];
  if (from === null) {
    work.differences.push({ id: `${spot.key}+${index}`, base: null, theirs, mine: null, both: false });
    return true;
  }
  if (equalApartFromMasks(base[from], item)) return false;
  const id = `${spot.key}-${from}`;
  work.differences.push({ id, base: spot.base === null ? null : [...spot.base, from], theirs, mine: null, both: true });
  return !isMine(work, id);
}
