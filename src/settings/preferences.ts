import { join } from "node:path";
import * as z from "zod";
import { ofLength } from "../contract/lengths.ts";
import { type FileKind, readDocument, writeDocument } from "./files.ts";
import type { SettingsPaths } from "./paths.ts";
import { SettingsError } from "./settings-error.ts";

/** What a person likes: how the console looks, not what it does. */
export type Preferences = {
  /** Name of a theme; `terminal` is the terminal's own sixteen colours, `auto` asks it whether it is light or dark. */
  readonly theme: string;
  readonly time: "local" | "utc";
  /** `ascii` for terminals and fonts without box drawing. */
  readonly symbols: "unicode" | "ascii";
  /** What a new alert does beside standing on screen: ring the terminal's bell, count in the window's title, both, or nothing. */
  readonly calls: "off" | "bell" | "title" | "both";
  /** Whether the wheel and clicks are the console's; off, the terminal selects text with them. */
  readonly mouse: "off" | "on";
};

export const DEFAULT_PREFERENCES: Preferences = {
  theme: "terminal",
  time: "local",
  symbols: "unicode",
  calls: "off",
  mouse: "off",
};

const FIELDS = {
  theme: z.string().min(1, ofLength()),
  time: z.enum(["local", "utc"]),
  symbols: z.enum(["unicode", "ascii"]),
  calls: z.enum(["off", "bell", "title", "both"]),
  mouse: z.enum(["off", "on"]),
} as const;

/** The file keeps what it does not know: a newer Sextant may have put it there. */
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
    const warnings: string[] = [];
    const value = <Value>(name: keyof Preferences, schema: z.ZodType<Value>): Value | undefined => {
      if (document[name] === undefined) return undefined;
      const checked = schema.safeParse(document[name]);
      if (checked.success) return checked.data;
      warnings.push(`${path}: ${name} has an invalid value; the default is used.`);
      return undefined;
    };
    const preferences = {
      theme: value("theme", FIELDS.theme) ?? DEFAULT_PREFERENCES.theme,
      time: value("time", FIELDS.time) ?? DEFAULT_PREFERENCES.time,
      symbols: value("symbols", FIELDS.symbols) ?? DEFAULT_PREFERENCES.symbols,
      calls: value("calls", FIELDS.calls) ?? DEFAULT_PREFERENCES.calls,
      mouse: value("mouse", FIELDS.mouse) ?? DEFAULT_PREFERENCES.mouse,
    };
    return { preferences, warnings };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return { preferences: DEFAULT_PREFERENCES, warnings: [error.message] };
  }
}

/** Changes some preferences and leaves the others, and what is unknown, as the file has them. @throws SettingsError */
export async function changePreferences(paths: SettingsPaths, changes: Partial<Preferences>): Promise<void> {
  const path = preferencesPath(paths);
  const document = (await readDocument(path, PREFERENCES_FILE)) ?? {};
  await writeDocument(path, PREFERENCES_FILE, { ...document, ...changes });
}
