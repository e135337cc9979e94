import { join } from "node:path";
import * as z from "zod";
import { ofLength } from "../contract/schema/lengths.ts";
import { changeDocument } from "./changed-files.ts";
import { type FileKind, readDocument } from "./files.ts";
import type { SettingsPaths } from "./paths.ts";
import { SettingsError } from "./settings-error.ts";

/** A user's preferences: the look of the console and its keys, not its behaviour. */

const text = () => z.string().min(1, ofLength());
const onOff = () => z.enum(["off", "on"]);

/** A column chosen to be shown in a list. */
const ChosenColumn = z.strictObject({
  id: text().meta({ description: "The column, by the id that the console writes when columns are chosen there." }),
  width: z.int().min(3).max(200).optional().meta({ description: "Its width in cells; without it, what it needs." }),
});
export type ChosenColumn = z.output<typeof ChosenColumn>;

/** All preferences with their defaults. */
const FIELDS = {
  theme: text().default("terminal").meta({
    description:
      "A theme. `terminal` is the terminal's own sixteen colours; `auto` asks it whether it is light or dark.",
  }),
  symbols: z.enum(["unicode", "blocks", "ascii"]).default("unicode").meta({
    description:
      "`blocks` draws charts without braille, for fonts that lack it; `ascii` is for terminals and fonts without box drawing.",
  }),
  time: z.enum(["local", "utc"]).default("local").meta({ description: "The zone that times are shown in." }),
  start: text().default("overview").meta({
    description: "Where the console starts: an area, or a thing in one, as on the command line.",
  }),
  bell: onOff().default("off").meta({ description: "Whether a new alert rings the terminal's bell." }),
  title: onOff().default("off").meta({ description: "Whether the title of the window counts open alerts." }),
  notification: onOff().default("off").meta({
    description: "Whether a new alert is a notification of the desktop (OSC 9, 777 or 99).",
  }),
  notifyCommand: z.array(text()).default([]).meta({
    description:
      "A command for what you asked to be notified of: the program and its arguments, without a shell. `{text}` in an argument stands for what happened; without it, that is the last argument.",
  }),
  refresh: z.enum(["slower", "normal", "faster"]).default("normal").meta({
    description:
      "How often what is live is asked again: half as often, or twice as often while the request budget lasts.",
  }),
  mouse: onOff().default("off").meta({
    description: "Whether the wheel and clicks are the console's; off, the terminal selects text with them.",
  }),
  pane: onOff().default("off").meta({ description: "Without the sidebar, as with --pane." }),
  columns: z.record(text(), z.array(ChosenColumn).min(1)).default({}).meta({
    description:
      "Columns of lists by area, in their order from the left. What does not fit is left out from the right.",
  }),
  keys: z.record(text(), z.array(text())).default({}).meta({
    description: "Keys by the id of what they do (docs/keys.md), in place of its own.",
  }),
} as const;

/** Schema of the whole file, for editors (`docs/preferences.schema.json`). Unknown settings are kept: a newer Sextant may have written them. */
export const preferencesDocument = () =>
  z
    .looseObject({ version: z.literal(1), ...FIELDS })
    .partial()
    .required({ version: true });

const Fields = z.object(FIELDS);
type Fields = z.output<typeof Fields>;
export type Preferences = Readonly<Omit<Fields, "columns" | "keys" | "notifyCommand">> & {
  readonly notifyCommand: readonly string[];
  readonly columns: Readonly<Record<string, readonly ChosenColumn[]>>;
  readonly keys: Readonly<Record<string, readonly string[]>>;
};

// Compiling the schema would take longer than the check.
const JITLESS = { jitless: true } as const;

export const DEFAULT_PREFERENCES: Preferences = Fields.parse({}, JITLESS);

const PREFERENCES_FILE: FileKind<z.ZodObject> = {
  what: "the preferences",
  version: 1,
  schema: z.looseObject({}),
};

export const preferencesPath = (paths: SettingsPaths): string => join(paths.config, "preferences.json");

/**
 * Reads the preferences. No error in the file prevents the console from starting: an invalid value counts as not set and adds a sentence to
 * `warnings`.
 */
export async function readPreferences(
  paths: SettingsPaths,
): Promise<{ readonly preferences: Preferences; readonly warnings: readonly string[] }> {
  const path = preferencesPath(paths);
  try {
    const document = (await readDocument(path, PREFERENCES_FILE)) ?? {};
    const warnings = Object.keys(document)
      .filter((name) => !Object.hasOwn(FIELDS, name) && name !== "$schema")
      .map((name) => `${path}: unknown setting ${name} is kept and has no effect.`);
    const checked = Fields.safeParse(document, JITLESS);
    if (checked.success) return { preferences: checked.data, warnings };
    const invalid = new Set(checked.error.issues.map(({ path: [name] }) => name));
    warnings.push(
      ...Object.keys(FIELDS)
        .filter((name) => invalid.has(name))
        .map((name) => `${path}: ${name} has an invalid value; the default is used.`),
    );
    const valid = Object.entries(document).filter(([name]) => !invalid.has(name));
    return { preferences: Fields.parse(Object.fromEntries(valid), JITLESS), warnings };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return { preferences: DEFAULT_PREFERENCES, warnings: [error.message] };
  }
}

/** Changes some preferences and keeps all others, including unknown ones. @throws SettingsError */
export async function changePreferences(paths: SettingsPaths, changes: Partial<Preferences>): Promise<void> {
  await changeDocument(preferencesPath(paths), PREFERENCES_FILE, (now) => ({ ...now, ...changes }));
}
