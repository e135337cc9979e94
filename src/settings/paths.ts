import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import envPaths from "env-paths";

/** The variables of a process, as `process.env` has them. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Where Sextant keeps what, one folder each. No row of them needs to be there. */
export type SettingsPaths = {
  /** Profiles, preferences, keys of one's own: what a person may edit and take along. */
  readonly config: string;
  /** The embedded service's data. */
  readonly data: string;
  /** Journal, drafts, samples, names, views: what the program remembers. */
  readonly state: string;
  /** What may be thrown away. */
  readonly cache: string;
};

const NAME = "sextant";

/** What the platform says where no variable does. `env-paths` takes the XDG variables as they are, relative ones too. */
function usualPlaces(): SettingsPaths {
  if (process.platform === "darwin" || process.platform === "win32") {
    const { log, ...places } = envPaths(NAME, { suffix: "" });
    return { ...places, state: log };
  }
  const under = (...folders: readonly string[]): string => join(homedir(), ...folders, NAME);
  return {
    config: under(".config"),
    data: under(".local", "share"),
    state: under(".local", "state"),
    cache: under(".cache"),
  };
}

/**
 * The folders of this user: the platform's own places, and the XDG variables wherever they are set. A relative path in such a
 * variable is ignored, as the XDG base directory specification asks.
 */
export function settingsPaths(env: Variables = process.env): SettingsPaths {
  const standard = usualPlaces();
  const place = (variable: string, usual: string): string => {
    const folder = env[variable];
    return folder !== undefined && isAbsolute(folder) ? join(folder, NAME) : usual;
  };
  return {
    config: place("XDG_CONFIG_HOME", standard.config),
    data: place("XDG_DATA_HOME", standard.data),
    state: place("XDG_STATE_HOME", standard.state),
    cache: place("XDG_CACHE_HOME", standard.cache),
  };
}
