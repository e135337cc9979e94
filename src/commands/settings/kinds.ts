import type { SettingsKind } from "../../areas/model/settings-kind.ts";
import { SETTINGS_KINDS } from "../../areas/settings-kinds.ts";
import { didYouMeanElse } from "../../text/nearest.ts";
import { WrongUse } from "../wrong-use.ts";

/** Kinds of settings by their names on the command line. */

const ALL = "all";

/** @throws WrongUse for an unknown kind */
export function kindsCalled(words: readonly string[]): readonly SettingsKind[] {
  const kinds = words.flatMap((word) => {
    if (word === ALL) return SETTINGS_KINDS.filter(({ onlyByName }) => !onlyByName);
    const found = SETTINGS_KINDS.filter(({ file }) => file.name === word || file.plural.replaceAll(" ", "-") === word);
    if (found.length > 0) return found;
    const names = SETTINGS_KINDS.map(({ file }) => file.name);
    const instead = didYouMeanElse(word, names, `Use ${[ALL, ...names].join(", ")}.`);
    throw new WrongUse(`There is no kind of settings ${JSON.stringify(word)}. ${instead}`);
  });
  return SETTINGS_KINDS.filter((kind) => kinds.includes(kind));
}
