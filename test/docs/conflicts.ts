import type { Binding } from "../../src/app/app.ts";
import type { ScopeId } from "../../src/app/keys/scopes.ts";
import { encodeKey } from "../journeys/encode-key.ts";

/** Finds what must not be among bindings and names. Each answer is a sentence; none means all is well. */

/** Two bindings that share a key on purpose: never both apply, or both do the same; and why that is so. */
export type Shared = { readonly ids: readonly [string, string]; readonly why: string };

/** Two names in one list that a person could not tell apart. */
export function sameNames(names: readonly { readonly name: string; readonly of: string }[]): string[] {
  const seen = new Map<string, string>();
  return names.flatMap(({ name, of }) => {
    const key = name.toLowerCase();
    const other = seen.get(key);
    seen.set(key, of);
    return other === undefined || other === of ? [] : [`${JSON.stringify(name)} names both ${other} and ${of}`];
  });
}

/** The same id twice. */
export function sameIds(bindings: readonly Pick<Binding, "id">[]): string[] {
  const ids = bindings.map(({ id }) => id);
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) < index))].map((id) => `the id ${id} is there twice`);
}

/** What a terminal sends for a key, and for the key that a chord begins with, which can be nothing by itself. */
const sentFor = (name: string): readonly string[] =>
  [...new Set([name, name.split(" ")[0] ?? name])].map((key) => encodeKey(key));

/** The first key that both have, as what a terminal sends: two names of one sequence are one key. */
function keyOfBoth(one: Binding, other: Binding): string | undefined {
  const sent = new Set(one.keys.flatMap(sentFor));
  return other.keys.find((name) => sentFor(name).some((bytes) => sent.has(bytes)));
}

const isPair = ({ ids }: Shared, one: Binding, other: Binding): boolean =>
  ids.includes(one.id) && ids.includes(other.id);

/** Bindings of one scope that share a key, but for those of which it is said why never both apply. */
export function sharedKeys(bindings: readonly Binding[], allowed: readonly Shared[]): string[] {
  return bindings.flatMap((one, index) =>
    bindings.slice(index + 1).flatMap((other) => {
      if (one.scope !== other.scope) return [];
      const key = keyOfBoth(one, other);
      if (key === undefined) return [];
      const pair = `${one.id} and ${other.id} share ${key} in ${one.scope}`;
      if (!allowed.some((each) => isPair(each, one, other))) return [pair];
      return one.when === undefined || other.when === undefined ? [`${pair}, and one of them always applies`] : [];
    }),
  );
}

/** What was allowed and is no longer needed. */
export function needlessPairs(bindings: readonly Binding[], allowed: readonly Shared[]): string[] {
  return allowed.flatMap(({ ids: [first, second] }) => {
    const one = bindings.find(({ id }) => id === first);
    const other = bindings.find(({ id }) => id === second);
    const isNeeded = one !== undefined && other !== undefined && keyOfBoth(one, other) !== undefined;
    return isNeeded ? [] : [`${first} and ${second} no longer share a key`];
  });
}

const PANES: readonly ScopeId[] = ["sidebar", "list", "detail"];

/** Keys that hold everywhere and that a pane takes for something else; pairs that do the same are allowed. */
export function reboundInPanes(bindings: readonly Binding[], allowed: readonly Shared[]): string[] {
  const everywhere = bindings.filter(({ scope }) => scope === "global");
  return bindings
    .filter(({ scope }) => PANES.includes(scope))
    .flatMap((binding) =>
      everywhere.flatMap((general) => {
        const key = keyOfBoth(general, binding);
        return key === undefined || allowed.some((pair) => isPair(pair, general, binding))
          ? []
          : [`${binding.id} takes ${key}, which is ${general.id} everywhere`];
      }),
    );
}

/** What a letter means wherever it is bound: the ids that may have it. */
export type Meaning = { readonly key: string; readonly means: string; readonly ids: RegExp };

/** Bindings that give a letter with a meaning another one. Where a text is typed letters are text, and bind nothing. */
export function otherMeanings(bindings: readonly Binding[], meanings: readonly Meaning[]): string[] {
  return meanings.flatMap(({ key, means, ids }) =>
    bindings
      .filter((binding) => binding.keys.includes(key) && !ids.test(binding.id))
      .map(({ id }) => `${id} takes ${key}, which means: ${means}`),
  );
}
