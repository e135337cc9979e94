import { defaultKeyNames, type KeyNames } from "../../areas/model/key-names.ts";
import type { Preferences } from "../../settings/preferences.ts";

/** Names of keys for texts of commands: those that a person chose. The bindings of the console are loaded only for who chose some. */
export async function keyNamesOf({ keys: chosen }: Pick<Preferences, "keys">): Promise<KeyNames> {
  if (Object.keys(chosen).length === 0) return defaultKeyNames;
  const [{ allBindings }, { withChosenKeys }, { keyOf }] = await Promise.all([
    import("../../app/input/bindings.ts"),
    import("../../app/keys/chosen-keys.ts"),
    import("../../app/keys/key-of.ts"),
  ]);
  return keyOf({ keys: { all: withChosenKeys(allBindings(), chosen).bindings } });
}
