import { lruMemoize } from "reselect";
import { ownPlaceOf } from "../../areas/all-projects.ts";
import { printPlace } from "../../state/navigation/place.ts";
import { isRemovedPlace } from "../../state/navigation/removed-place.ts";
import type { Stop } from "../../state/navigation/trail.ts";
import { readTypedPlace } from "../../state/navigation/typed-place.ts";
import { type Pin, pinsIn } from "../../state/pins.ts";
import { either, pluralize, shortId } from "../../text/format.ts";
import type { App } from "../app.ts";
import { follow } from "../effects/follow.ts";
import { keyOf } from "../keys/key-of.ts";
import { type KnownThing, rowOfPlace, thingKey } from "../screen/known-things.ts";
import { openKnown, visit } from "../screen/visit.ts";
import type { PaletteLayer } from "../workspace.ts";
import { isId, lookUpEffect, lookUps, MOST_REQUESTS } from "./look-up.ts";
import type { PaletteEntry } from "./palette-entry.ts";
import { type Match, matchThings } from "./thing-match.ts";

/** Things in the palette: matches of a text, pins, recent places, and lookups of an unknown id. */

/** Entries for things: exact name matches come before all commands, other matches after them. */
export type ThingEntries = { readonly named: readonly PaletteEntry[]; readonly others: readonly PaletteEntry[] };

/** Number of recent places that are offered before anything is typed. */
const MOST_RECENT = 5;

const entry = (
  id: string,
  title: string,
  note: string,
  run: (app: App) => void,
  disabled: string | null = null,
): PaletteEntry => ({ id, title, words: "", risk: "none", names: [], note, disabled, run });

/** The entry of one thing. */
const named = (...parts: Parameters<typeof entry>): PaletteEntry => ({ ...entry(...parts), isName: true });

/** Name of a project, or empty if it is the current one. */
function projectNote(app: App, project: string | null): string {
  const { groupId, projects } = app.store.getState().session;
  if (project === null || project === groupId) return "";
  return projects.find(({ id }) => id === project)?.name ?? "another project";
}

const note = (...parts: readonly string[]): string => parts.filter((part) => part !== "").join(" · ");

/** Kind of a thing, with its area if the kind does not make the area clear. */
function whereOf(app: App, { place, params, filter, narrows, kind }: KnownThing): string {
  if (kind === "project") return "project";
  const { label } = app.areas.of(place.area);
  if (narrows === true) return kind;
  return params === undefined && filter === undefined ? kind : note(kind, label);
}

const thingEntry = (app: App, thing: KnownThing): PaletteEntry =>
  named(
    `thing:${thingKey(thing)}`,
    thing.title === thing.id ? thing.title : `${thing.title}  ${shortId(thing.id)}`,
    note(whereOf(app, thing), thing.kind === "project" ? "" : projectNote(app, thing.project)),
    () => openKnown(app, thing),
  );

/** A pin as a searchable thing. */
export const pinnedThing = ({ place, project, kind, title }: Pin): KnownThing => ({
  place,
  project,
  kind,
  title,
  id: place.ids[0] ?? place.area,
  words: `\n${[title, ...place.ids].join("\n").toLowerCase()}\n`,
  cluster: null,
});

/** Pins, at the top; a pin whose thing was removed says so. */
function pinEntries(app: App): readonly PaletteEntry[] {
  const state = app.store.getState();
  return pinsIn(state.pins).map((pin) => {
    const gone = isRemovedPlace(state, pin.place, pin.project) ? "gone" : pin.kind;
    return named(
      `pin:${pin.project}/${printPlace(pin.place)}`,
      pin.title,
      note("pinned", gone, projectNote(app, pin.project)),
      () => openKnown(app, pinnedThing(pin)),
    );
  });
}

const stopKey = ({ place, groupId }: Pick<Stop, "place" | "groupId">): string => `${groupId}/${printPlace(place)}`;

/** Recently opened things, last one first. */
function recentEntries(app: App): readonly PaletteEntry[] {
  const state = app.store.getState();
  const { trail, place } = state.navigation;
  const here = stopKey({ place, groupId: state.session.groupId });
  const stops = [...trail.past.toReversed(), ...trail.ahead.toReversed()].filter(
    (stop) => stop.place.ids.length > 0 && stopKey(stop) !== here,
  );
  const newest = [...new Map(stops.toReversed().map((stop) => [stopKey(stop), stop])).values()].toReversed();
  return newest.slice(0, MOST_RECENT).map((stop) => {
    const { label } = app.areas.of(stop.place.area);
    const own = ownPlaceOf(stop.place, stop.groupId);
    const thing = rowOfPlace(state, app.areas, own.place, own.groupId)?.thing;
    const title = thing?.title ?? shortId(own.place.ids[0] ?? "");
    return named(`recent:${stopKey(stop)}`, `${label}: ${title}`, note("recent", projectNote(app, own.groupId)), () =>
      visit(app, stop.place, stop.groupId ?? undefined),
    );
  });
}

/** Offers to look up an unknown id at the service. */
function lookUpEntries(app: App, text: string): readonly PaletteEntry[] {
  const state = app.store.getState();
  const scope = app.selectors.plainScope(state);
  if (scope === null || !isId(text)) return [];
  const clusters = scope.clusters.map(({ name }) => name);
  return lookUps(scope.groupId, clusters, text).map((lookUp, index) => {
    const { kinds, queries } = lookUp;
    const where = index === 0 ? scope.groupName : `${pluralize(clusters.length, "cluster")} of ${scope.groupName}`;
    const tooMany = `${queries.length} requests; ${keyOf(app)("cluster")} narrows to one cluster`;
    return entry(
      `look-up:${index}`,
      `Look up ${shortId(text.trim())} as ${either(kinds)}`,
      `up to ${pluralize(queries.length, "request")}`,
      () => follow(app, lookUpEffect(text, where, lookUp)),
      queries.length > MOST_REQUESTS ? tooMany : null,
    );
  });
}

/** Entry for a place as it is typed on the command line, and as `y` copies it: `alerts/65f0…`. */
function placeEntries(app: App, text: string): readonly PaletteEntry[] {
  const parsed = text.includes("/") ? readTypedPlace(text, app.areas.all) : null;
  if (parsed?.ok !== true) return [];
  const { place } = parsed;
  return [entry("place", `Go to ${[place.area, ...place.ids].join("/")}`, "place", () => visit(app, place))];
}

/** Matches of a text, memoized while the text and the gathered things are the same. */
const matches = lruMemoize((known: readonly KnownThing[], text: string): readonly Match<KnownThing>[] =>
  matchThings(known, text),
);

/** Things that match a text; pins and recent places before anything is typed. */
export function thingEntries(app: App, { text, known }: Pick<PaletteLayer, "text" | "known">): ThingEntries {
  const wanted = text.trim();
  if (wanted === "") return { named: [...pinEntries(app), ...recentEntries(app)], others: [] };
  const found = matches(known ?? NONE, wanted.toLowerCase());
  const isNamed = ({ rank }: Match<KnownThing>): boolean => rank === "named";
  const entries = (all: readonly Match<KnownThing>[]): readonly PaletteEntry[] =>
    all.map(({ thing }) => thingEntry(app, thing));
  const named = [...placeEntries(app, wanted), ...entries(found.filter(isNamed))];
  const others = entries(found.filter((match) => !isNamed(match)));
  // While things are still being gathered no lookup is offered, as it may turn out to be unnecessary.
  return { named, others: named.length > 0 || known === null ? others : [...lookUpEntries(app, wanted), ...others] };
}

const NONE: readonly KnownThing[] = [];
