import type { Binding } from "../../src/app/app.ts";
import { allBindings } from "../../src/app/input/bindings.ts";
import { type ChosenKeys, whyNotKey } from "../../src/app/keys/chosen-keys.ts";

/** Keys that a person could choose. */
const KEYS: readonly string[] = [
  ..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!@#$%&()[]{}<>;'",
  ...Array.from({ length: 12 }, (_, index) => `f${index + 1}`),
  ..."abcdefghijklmnopqrstuvwxyzABCDEFG",
].map((key, index) => (index < 93 ? key : `alt+${key}`));

const CONTROLS: readonly string[] = [..."abdefgklnopqrstuvwxyz"].map((letter) => `ctrl+${letter}`);

/** Another key for every binding: one of its own keys is never among them. */
export function otherKeys(): ChosenKeys {
  const own = allBindings();
  // What holds over everything comes first: it has the fewest keys to choose from.
  const inOrder = own.toSorted((one, other) => Number(other.scope === "global") - Number(one.scope === "global"));
  let chosen: readonly Binding[] = [];
  for (const binding of inOrder) {
    const key = [...KEYS, ...CONTROLS].find(
      (one) => !binding.keys.includes(one) && whyNotKey(chosen, { ...binding, ownKeys: binding.keys }, one) === null,
    );
    if (key === undefined) throw new Error(`no other key is left for ${binding.id}`);
    chosen = [...chosen, { ...binding, keys: [key], ownKeys: binding.keys }];
  }
  return Object.fromEntries(chosen.map(({ id, keys }) => [id, keys]));
}
