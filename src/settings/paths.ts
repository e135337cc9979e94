import { homedir, userInfo } from "node:os";
import { isAbsolute, join } from "node:path";
import envPaths from "env-paths";

/** Environment variables, in the shape of `process.env`. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Sextant's folders. Each may be missing. */
export type SettingsPaths = {
  /** Profiles, preferences, key bindings: files that users may edit and copy to another machine. */
  readonly config: string;
  /** The embedded service's data. */
  readonly data: string;
  /** Journal, drafts, samples, names, views: the program's own state. */
  readonly state: string;
  /** Data that can be deleted at any time. */
  readonly cache: string;
};

/** The folder of the embedded service's data, where nothing else is asked for. */
export const serviceFolder = ({ data }: Pick<SettingsPaths, "data">): string => join(data, "service");

const NAME = "sextant";

/** This user's home. With an empty or relative HOME, files would be wherever the program is started. */
export const homeFolder = (named = homedir()): string => (isAbsolute(named) ? named : userInfo().homedir);

/** The platform's default folders, without XDG variables: `env-paths` would accept relative paths in them. */
function usualPlaces(): SettingsPaths {
  if (process.platform === "darwin" || process.platform === "win32") {
    const { log, ...places } = envPaths(NAME, { suffix: "" });
    return { ...places, state: log };
  }
  const under = (...folders: readonly string[]): string => join(homeFolder(), ...folders, NAME);
  return {
    config: under(".config"),
    data: under(".local", "share"),
    state: under(".local", "state"),
    cache: under(".cache"),
  };
}

/**
 * This user's folders: the platform's defaults, or the XDG variables if set. A relative path in such a variable is ignored, as the XDG base directory
 * specification requires.
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
