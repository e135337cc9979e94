import { isKeyName, isTyping, whyNotSent } from "../../terminal/input/keys.ts";
import type { Binding } from "../app.ts";
import { keyLabel } from "./key-label.ts";
import { ALWAYS, SCOPES, type ScopeId } from "./scopes.ts";

/** A person's own keys, by the ids of the bindings: an invalid key is refused with the reason, and the binding keeps its default keys. */

export type ChosenKeys = Readonly<Record<string, readonly string[]>>;

/** The resulting bindings, and a sentence for each refused key. */
type Rebound = { readonly bindings: readonly Binding[]; readonly refused: readonly string[] };

/** Scopes that are active together. */
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

/** Key that always quits, whatever keys were chosen, so that there is always a way out. */
export const WAY_OUT = "ctrl+c";

const holdsIn = ({ id }: Binding, { scope }: Binding): boolean => ALWAYS.has(id) || SCOPES[scope].globalKeys.has(id);

/** True when two bindings can be active at the same time. */
const meet = (one: Binding, other: Binding): boolean =>
  one.scope === other.scope ||
  holdsIn(one, other) ||
  holdsIn(other, one) ||
  TOGETHER.some((scopes) => scopes.includes(one.scope) && scopes.includes(other.scope));

/** True when two keys conflict: they are the same, or one begins the other's chord. */
const clash = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other} `) || other.startsWith(`${one} `);

/** A binding with other keys; `run` gets the default key at the same position. */
const rebound = (binding: Binding, keys: readonly string[]): Binding => ({
  ...binding,
  keys,
  ownKeys: ownKeysOf(binding),
  run: (app, key) => binding.run(app, ownKeysOf(binding)[keys.indexOf(key)] ?? key),
});

/** Default keys of a binding. */
export const ownKeysOf = ({ keys, ownKeys }: Binding): readonly string[] => ownKeys ?? keys;

/** Esc of a binding that closes with it, or the first key that a person chose in place of it; null for a binding that does not close. */
export function closingKeyOf(binding: Binding): string | null {
  if (!ownKeysOf(binding).includes("escape")) return null;
  return binding.keys.includes("escape") ? "escape" : (binding.keys[0] ?? null);
}

/** Reason why a text can never be a key of a binding, or null. */
function whyNoKey(binding: Binding, key: string): string | null {
  const parts = key.split(" ");
  const odd = parts.find((part) => !isKeyName(part));
  if (odd !== undefined || parts.length > 2) return "no key has this name";
  const unsent = parts.map(whyNotSent).find((reason) => reason !== null);
  if (unsent !== undefined) return unsent;
  if (key !== WAY_OUT && parts.includes(WAY_OUT)) return `${keyLabel(WAY_OUT)} always quits`;
  const isLetter = isTyping(parts[0] ?? "");
  const isTypedThere = SCOPES[binding.scope].isTyped && !ownKeysOf(binding).some(isTyping);
  if (isLetter && isTypedThere) return "text is typed there: take a key with Ctrl or Alt, or a function key";
  return null;
}

/**
 * Reason why a key cannot be assigned to a binding, or null.
 *
 * @param bindings all current bindings
 */
export function whyNotKey(bindings: readonly Binding[], binding: Binding, key: string): string | null {
  const reason = whyNoKey(binding, key);
  if (reason !== null) return reason;
  const other = bindings.find(
    (one) => one.id !== binding.id && meet(one, binding) && one.keys.some((taken) => clash(taken, key)),
  );
  // Bindings that are never active together may share a default key.
  if (other === undefined || ownKeysOf(binding).includes(key)) return null;
  return `it is “${other.title}” (${SCOPES[other.scope].title})`;
}

/** Problems with the keys of a binding. */
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
  // Each is checked with all chosen keys applied, so that two can swap keys. A binding that keeps its default keys may
  // then conflict with another one, hence the loop.
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
