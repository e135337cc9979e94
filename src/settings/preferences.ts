import { join } from "node:path";
import * as z from "zod";
import { ofLength } from "../contract/lengths.ts";
import { changeDocument } from "./changed-files.ts";
import { type FileKind, readDocument } from "./files.ts";
import type { SettingsPaths } from "./paths.ts";
import { SettingsError } from "./settings-error.ts";

/** What a person likes: how the console looks and which keys it has, not what it does. */

const text = () => z.string().min(1, ofLength());
const onOff = () => z.enum(["off", "on"]);

/** A column of a list that is shown. */
const ChosenColumn = z.strictObject({
  id: text().meta({ description: "The column, by the id that the console writes when columns are chosen there." }),
  width: z.int().min(3).max(200).optional().meta({ description: "Its width in cells; without it, what it needs." }),
});
export type ChosenColumn = z.output<typeof ChosenColumn>;

const FIELDS = {
  theme: text().meta({
    description:
      "A theme. `terminal` is the terminal's own sixteen colours; `auto` asks it whether it is light or dark.",
    default: "terminal",
  }),
  symbols: z.enum(["unicode", "ascii"]).meta({
    description: "`ascii` for terminals and fonts without box drawing.",
    default: "unicode",
  }),
  time: z.enum(["local", "utc"]).meta({ description: "The zone that times are shown in.", default: "local" }),
  start: text().meta({
    description: "Where the console starts: an area, or a thing in one, as on the command line.",
    default: "overview",
  }),
  bell: onOff().meta({ description: "Whether a new alert rings the terminal's bell.", default: "off" }),
  title: onOff().meta({ description: "Whether the title of the window counts open alerts.", default: "off" }),
  notification: onOff().meta({
    description: "Whether a new alert is a notification of the desktop (OSC 9, 777 or 99).",
    default: "off",
  }),
  notifyCommand: z.array(text()).meta({
    description:
      "A command for what you asked to be notified of (w): the program and its arguments, without a shell. `{text}` in an argument stands for what happened; without it, that is the last argument.",
    default: [],
  }),
  refresh: z.enum(["slower", "normal", "faster"]).meta({
    description:
      "How often what is live is asked again: half as often, or twice as often while the request budget lasts.",
    default: "normal",
  }),
  mouse: onOff().meta({
    description: "Whether the wheel and clicks are the console's; off, the terminal selects text with them.",
    default: "off",
  }),
  pane: onOff().meta({ description: "Without the sidebar, as with --pane.", default: "off" }),
  columns: z.record(text(), z.array(ChosenColumn).min(1)).meta({
    description:
      "Columns of lists by area, in their order from the left. What does not fit is left out from the right.",
    default: {},
  }),
  keys: z.record(text(), z.array(text())).meta({
    description: "Keys by the id of what they do (docs/keys.md), in place of its own.",
    default: {},
  }),
} as const;

/** The whole file, for editors (`docs/preferences.schema.json`). It keeps what it does not know: a newer Sextant may have put it there. */
export const preferencesDocument = () =>
  z
    .looseObject({ version: z.literal(1), ...FIELDS })
    .partial()
    .required({ version: true });

type Fields = { readonly [Name in keyof typeof FIELDS]: z.output<(typeof FIELDS)[Name]> };
export type Preferences = Readonly<Omit<Fields, "columns" | "keys" | "notifyCommand">> & {
  readonly notifyCommand: readonly string[];
  readonly columns: Readonly<Record<string, readonly ChosenColumn[]>>;
  readonly keys: Readonly<Record<string, readonly string[]>>;
};

export const DEFAULT_PREFERENCES: Preferences = {
  theme: "terminal",
  symbols: "unicode",
  time: "local",
  start: "overview",
  bell: "off",
  title: "off",
  notification: "off",
  notifyCommand: [],
  refresh: "normal",
  mouse: "off",
  pane: "off",
  columns: {},
  keys: {},
};

const PREFERENCES_FILE: FileKind<z.ZodObject> = {
  what: "the preferences",
  version: 1,
  schema: z.looseObject({}),
};

export const preferencesPath = (paths: SettingsPaths): string => join(paths.config, "preferences.json");

/**
 * The preferences. Nothing in that file keeps the console from starting: what is wrong counts as not set and is named in
 * `warnings`, one sentence each.
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
    const value = <Value>(name: keyof Preferences, schema: z.ZodType<Value>, byDefault: Value): Value => {
      if (document[name] === undefined) return byDefault;
      const checked = schema.safeParse(document[name], { jitless: true });
      if (checked.success) return checked.data;
      warnings.push(`${path}: ${name} has an invalid value; the default is used.`);
      return byDefault;
    };
    const preferences = {
      theme: value("theme", FIELDS.theme, DEFAULT_PREFERENCES.theme),
      symbols: value("symbols", FIELDS.symbols, DEFAULT_PREFERENCES.symbols),
      time: value("time", FIELDS.time, DEFAULT_PREFERENCES.time),
      start: value("start", FIELDS.start, DEFAULT_PREFERENCES.start),
      bell: value("bell", FIELDS.bell, DEFAULT_PREFERENCES.bell),
      title: value("title", FIELDS.title, DEFAULT_PREFERENCES.title),
      notification: value("notification", FIELDS.notification, DEFAULT_PREFERENCES.notification),
      notifyCommand: value<readonly string[]>("notifyCommand", FIELDS.notifyCommand, []),
      refresh: value("refresh", FIELDS.refresh, DEFAULT_PREFERENCES.refresh),
      mouse: value("mouse", FIELDS.mouse, DEFAULT_PREFERENCES.mouse),
      pane: value("pane", FIELDS.pane, DEFAULT_PREFERENCES.pane),
      columns: value<Preferences["columns"]>("columns", FIELDS.columns, {}),
      keys: value<Preferences["keys"]>("keys", FIELDS.keys, {}),
    };
    return { preferences, warnings };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return { preferences: DEFAULT_PREFERENCES, warnings: [error.message] };
  }
}

/** Changes some preferences and leaves the others, and what is unknown, as the file has them. @throws SettingsError */
export async function changePreferences(paths: SettingsPaths, changes: Partial<Preferences>): Promise<void> {
  await changeDocument(preferencesPath(paths), PREFERENCES_FILE, (now) => ({ ...now, ...changes }));
}
