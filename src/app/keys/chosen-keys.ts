import { isKeyName, isTyping, whyNotSent } from "../../terminal/input/keys.ts";
import type { Binding } from "../app.ts";
import { keyLabel } from "./key-label.ts";
import { ALWAYS, OVER_PAGES, PAGE_SCOPES, type ScopeId, scopeTitle } from "./scopes.ts";

/** Keys of one's own, by the ids of the bindings: what cannot be is refused with the reason, and the binding keeps its own keys. */

export type ChosenKeys = Readonly<Record<string, readonly string[]>>;

/** The bindings as they hold, and why some wishes do not: a sentence each. */
export type Rebound = { readonly bindings: readonly Binding[]; readonly refused: readonly string[] };

/** Scopes that have the keys together. */
const TOGETHER: readonly (readonly ScopeId[])[] = [
  ["list", "global"],
  ["detail", "global"],
  ["sidebar", "global"],
  ["form", "form-text", "text"],
  ["form", "form-value"],
  ["form", "form-structure"],
  ["picker", "text"],
  ["palette", "text"],
  ["filter", "text"],
  ["review", "text"],
  ["copying", "text"],
];

/** Scopes in which letters are typed. */
const TYPED: ReadonlySet<ScopeId> = new Set([
  "form",
  "form-text",
  "text",
  "picker",
  "palette",
  "filter",
  "review",
  "copying",
]);

const PAGES: ReadonlySet<ScopeId> = new Set<ScopeId>(PAGE_SCOPES);

/** What always quits, whatever else was chosen: nobody is locked in. */
export const WAY_OUT = "ctrl+c";

const holdsIn = ({ id }: Binding, { scope }: Binding): boolean =>
  ALWAYS.has(id) || (OVER_PAGES.has(id) && PAGES.has(scope));

/** Whether two bindings can have the keys at the same time. */
const meet = (one: Binding, other: Binding): boolean =>
  one.scope === other.scope ||
  holdsIn(one, other) ||
  holdsIn(other, one) ||
  TOGETHER.some((scopes) => scopes.includes(one.scope) && scopes.includes(other.scope));

/** Whether two keys get into each other's way: the same, or one begins the chord that the other is. */
const clash = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other} `) || other.startsWith(`${one} `);

/** A binding with other keys; what it does goes by its own ones, the first for the first. */
const rebound = (binding: Binding, keys: readonly string[]): Binding => ({
  ...binding,
  keys,
  ownKeys: ownKeysOf(binding),
  run: (app, key) => binding.run(app, ownKeysOf(binding)[keys.indexOf(key)] ?? key),
});

/** The keys that a binding has where nobody chose others. */
export const ownKeysOf = ({ keys, ownKeys }: Binding): readonly string[] => ownKeys ?? keys;

/** Why a text cannot be a key of a binding at all, or null. */
function whyNoKey(binding: Binding, key: string): string | null {
  const parts = key.split(" ");
  const odd = parts.find((part) => !isKeyName(part));
  if (odd !== undefined || parts.length > 2) return "no key has this name";
  const unsent = parts.map(whyNotSent).find((reason) => reason !== null);
  if (unsent !== undefined) return unsent;
  if (key !== WAY_OUT && parts.includes(WAY_OUT)) return `${keyLabel(WAY_OUT)} always quits`;
  const isLetter = isTyping(parts[0] ?? "");
  const isTypedThere = TYPED.has(binding.scope) && !ownKeysOf(binding).some(isTyping);
  if (isLetter && isTypedThere) return "text is typed there: take a key with Ctrl or Alt, or a function key";
  return null;
}

/**
 * Why a key cannot be that of a binding, or null.
 *
 * @param bindings all bindings as they hold
 */
export function whyNotKey(bindings: readonly Binding[], binding: Binding, key: string): string | null {
  const reason = whyNoKey(binding, key);
  if (reason !== null) return reason;
  const other = bindings.find(
    (one) => one.id !== binding.id && meet(one, binding) && one.keys.some((taken) => clash(taken, key)),
  );
  // Two that never apply at once may share a key of their own.
  if (other === undefined || ownKeysOf(binding).includes(key)) return null;
  return `it is “${other.title}” (${scopeTitle(other.scope)})`;
}

/** What is wrong with the keys of a binding. */
const problemsOf = (
  bindings: readonly Binding[],
  binding: Binding,
): readonly { readonly id: string; readonly text: string }[] =>
  binding.keys.flatMap((key) => {
    const reason = whyNotKey(bindings, binding, key);
    const text = `${keyLabel(key)} cannot be the key of “${binding.title}”: ${reason ?? ""}.`;
    return reason === null ? [] : [{ id: binding.id, text }];
  });

/** The bindings with the keys that a person chose for them. */
export function withChosenKeys(own: readonly Binding[], chosen: ChosenKeys): Rebound {
  const known = new Map(own.map((binding) => [binding.id, binding]));
  const refused: string[] = [];
  const wanted = new Map<string, readonly string[]>();
  for (const [id, keys] of Object.entries(chosen)) {
    const binding = known.get(id);
    if (binding === undefined) refused.push(`There is no key ${id}; docs/keys.md lists their ids.`);
    else if (keys.length > 0) wanted.set(id, id === "quit" && !keys.includes(WAY_OUT) ? [...keys, WAY_OUT] : keys);
  }
  // Each against all wishes at once, so that two can change places. One that keeps its own keys may stand in the way of another.
  for (;;) {
    const bindings = own.map((binding) => {
      const keys = wanted.get(binding.id);
      return keys === undefined ? binding : rebound(binding, keys);
    });
    const problems = bindings
      .filter(({ ownKeys }) => ownKeys !== undefined)
      .flatMap((binding) => problemsOf(bindings, binding));
    if (problems.length === 0) return { bindings, refused };
    for (const { id, text } of problems) {
      wanted.delete(id);
      refused.push(text);
    }
  }
}
