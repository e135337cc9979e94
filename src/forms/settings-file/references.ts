import type { BodyObject, Path } from "../../contract/json/json.ts";
import { didYouMean } from "../../text/nearest.ts";
import { bodyAt, pathsOf, withValue } from "../paths.ts";
import type { NamedThing, NamedThings, SettingsFileKind } from "./kind.ts";

/** Converts ids of a project to names and back: an id means nothing in another project. */

/** Name of an id; the id itself when it is unknown in the project, or its name is ambiguous. */
function nameOf(things: readonly NamedThing[], id: string): string {
  const name = things.find((thing) => thing.id === id)?.name;
  return name !== undefined && things.filter((thing) => thing.name === name).length === 1 ? name : id;
}

/** The body with names instead of referenced ids. */
export function withNames(kind: SettingsFileKind, body: BodyObject, named: NamedThings): BodyObject {
  return kind.references.reduce(
    (all, { path: pattern, to }) =>
      pathsOf(all, pattern).reduce((next, path) => {
        const id = bodyAt(next, path);
        return typeof id === "string" ? withValue(next, path, nameOf(named.get(to) ?? [], id)) : next;
      }, all),
    body,
  );
}

/** Counterpart of a reference's value: the id of a name, or the name of an id. Null when unknown. */
export function counterpartOf(kind: SettingsFileKind, path: string, value: string, named: NamedThings): string | null {
  const to = kind.references.find((reference) => reference.path === path)?.to;
  const things = to === undefined ? [] : (named.get(to) ?? []);
  const own = things.find(({ id }) => id === value);
  if (own !== undefined) return own.name;
  const found = things.filter(({ name }) => name === value);
  return found.length === 1 ? (found[0]?.id ?? null) : null;
}

/** Names of things that the same files create, by kind (`export-bucket`). They have no ids yet. */
export type NamesToCreate = ReadonlyMap<string, ReadonlySet<string>>;

type Unresolved = { readonly path: Path; readonly message: string };

type Resolved = {
  readonly body: BodyObject;
  readonly unresolved: readonly Unresolved[];
  /** Paths with names of things that are still to be created. */
  readonly pending: readonly Path[];
};

/**
 * The settings with ids instead of names. References of a kind that could not be read stay as they are: the service checks them.
 */
export function withIds(
  kind: SettingsFileKind,
  settings: BodyObject,
  named: NamedThings,
  coming: NamesToCreate = new Map(),
): Resolved {
  const unresolved: Unresolved[] = [];
  const pending: Path[] = [];
  let body = settings;
  for (const { path: pattern, to } of kind.references) {
    const things = named.get(to);
    if (things === undefined) continue;
    for (const path of pathsOf(body, pattern)) {
      const name = bodyAt(body, path);
      if (typeof name !== "string" || things.some(({ id }) => id === name)) continue;
      const found = things.filter((thing) => thing.name === name);
      const [only] = found;
      if (found.length === 1 && only !== undefined) body = withValue(body, path, only.id);
      else if (coming.get(to)?.has(name) === true) pending.push(path);
      else unresolved.push({ path, message: missingText(to, name, found.length, things) });
    }
  }
  return { body, unresolved, pending };
}

function missingText(to: string, name: string, count: number, things: readonly NamedThing[]): string {
  const what = to.replaceAll("-", " ");
  if (count > 1) return `${count} of this project are called ${name}: write the id of the ${what}`;
  const instead = didYouMean(
    name,
    things.map((thing) => thing.name),
  );
  return `this project has no ${what} ${name}${instead || "; write its id if there is one"}`;
}
