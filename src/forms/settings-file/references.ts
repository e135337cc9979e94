import type { BodyObject, Path } from "../../contract/json/json.ts";
import { didYouMean } from "../../text/nearest.ts";
import { bodyAt, pathsOf, withValue } from "../paths.ts";
import type { NamedThing, NamedThings, SettingsFileKind } from "./kind.ts";

/** Ids of a project as the names that its people know, and back: an id means nothing in another project. */

/** What an id is called; itself where nothing of the project has it, or where its name is not its own. */
function nameOf(things: readonly NamedThing[], id: string): string {
  const name = things.find((thing) => thing.id === id)?.name;
  return name !== undefined && things.filter((thing) => thing.name === name).length === 1 ? name : id;
}

/** A body with names in place of the ids of what it refers to. */
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

/** The other half of what stands in a reference: the id of a name, the name of an id. Null where it is not known. */
export function besideOf(kind: SettingsFileKind, path: string, value: string, named: NamedThings): string | null {
  const to = kind.references.find((reference) => reference.path === path)?.to;
  const things = to === undefined ? [] : (named.get(to) ?? []);
  const own = things.find(({ id }) => id === value);
  if (own !== undefined) return own.name;
  const found = things.filter(({ name }) => name === value);
  return found.length === 1 ? (found[0]?.id ?? null) : null;
}

/** Names of what the same files make: by what it is (`export-bucket`). It has no id yet. */
export type Coming = ReadonlyMap<string, ReadonlySet<string>>;

type Unresolved = { readonly path: Path; readonly message: string };

type Resolved = {
  readonly body: BodyObject;
  readonly unresolved: readonly Unresolved[];
  /** Places that hold the name of what is still to be made. */
  readonly pending: readonly Path[];
};

/**
 * The same with ids. What could not be read is left as it stands: the service judges it.
 */
export function withIds(
  kind: SettingsFileKind,
  settings: BodyObject,
  named: NamedThings,
  coming: Coming = new Map(),
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
