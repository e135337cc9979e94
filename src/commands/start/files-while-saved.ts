import { SettingsError } from "../../settings/settings-error.ts";
import { readOnlyFiles } from "../../state/files/read-only-files.ts";
import type { StateFiles } from "../../state/files/state-files.ts";
import { JOURNAL_FILE } from "../../state/journal/journal-file.ts";
import { APPLIED_SETTINGS_FILE } from "../../state/session/applied-settings.ts";
import { goneProfiles } from "./last-start.ts";

/** Files of all profiles: the journal of writes, and applied settings. */
const OF_THE_MACHINE: readonly string[] = [JOURNAL_FILE, APPLIED_SETTINGS_FILE];

/**
 * State files of a console whose profile may be removed or renamed meanwhile, by another program or by itself: from then on only the files of the
 * machine are written, because nobody would remove those of the profile again.
 *
 * @param profile name of the current profile; null where it is not one of the saved ones
 * @param say shows a sentence, once for each profile
 */
export function filesWhileSaved(
  files: StateFiles,
  configFolder: string,
  profile: () => string | null,
  say: (sentence: string) => void,
): StateFiles {
  const none = readOnlyFiles(files);
  const isGone = goneProfiles(configFolder);
  const missed = new Set<string>();
  const gone = (): string | null => {
    const name = profile();
    if (name === null || !isGone(name)) return null;
    if (!missed.has(name)) {
      missed.add(name);
      say(`Profile ${name} was removed or renamed: drafts, pins, filters and names are not saved any more.`);
    }
    return name;
  };
  const to = (name: string): StateFiles => (OF_THE_MACHINE.includes(name) || gone() === null ? files : none);
  // A form has to know that its draft is not saved.
  const refuseWhenGone = (): void => {
    const name = gone();
    if (name !== null) throw new SettingsError(`profile ${name} was removed or renamed.`);
  };
  return {
    ...none,
    write: async (name, kind, content) => {
      refuseWhenGone();
      await files.write(name, kind, content);
    },
    writeSync: (name, kind, content) => {
      refuseWhenGone();
      files.writeSync(name, kind, content);
    },
    change: (name, kind, change) => to(name).change(name, kind, change),
    changeSync: (name, kind, change) => to(name).changeSync(name, kind, change),
    append: (name, kind, record, durable) => to(name).append(name, kind, record, durable),
    appendAll: (name, kind, records) => to(name).appendAll(name, kind, records),
    rewrite: (name, kind, records) => to(name).rewrite(name, kind, records),
    remove: (name) => to(name).remove(name),
    move: (from, target) => to(from).move(from, target),
    removeSync: (name) => to(name).removeSync(name),
  };
}
