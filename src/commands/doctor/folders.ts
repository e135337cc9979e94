import { accessSync, constants, existsSync, type Stats, statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { FOREIGN_OWNER, whyUntrusted } from "../../settings/ownership.ts";
import type { SettingsPaths } from "../../settings/paths.ts";
import { type Finding, failed, ok, warning } from "./finding.ts";

/** The folders in which Sextant stores files. */

const WHAT: Readonly<Record<keyof SettingsPaths, string>> = {
  config: "Settings folder",
  data: "Data folder",
  state: "State folder",
  cache: "Cache folder",
};

const LOST: Readonly<Record<keyof SettingsPaths, string>> = {
  config: "profiles and preferences cannot be saved",
  data: "the embedded service cannot keep its data",
  state: "drafts and the journal of writes cannot be saved",
  cache: "the console starts more slowly",
};

/** With less free space (bytes) writing soon fails. */
const LITTLE = 20 * 1024 * 1024;

const OTHERS_READ = 0o077;

/** The folder, or its nearest existing parent. */
const nearest = (path: string): string => (existsSync(path) || dirname(path) === path ? path : nearest(dirname(path)));

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The problem of an existing folder; null where there is none. */
function wrongWith(entry: Stats, path: string): readonly [found: string, advice: string] | null {
  if (!entry.isDirectory()) return ["it is a file", `Move it away: mv ${path} ${path}.old`];
  const reason = whyUntrusted(entry);
  if (reason === null) return null;
  return [reason, reason === FOREIGN_OWNER ? `Run: chown "$USER" ${path}` : `Run: chmod go-w ${path}`];
}

function folderFinding(kind: keyof SettingsPaths, path: string): Finding {
  const [id, title] = [`folder-${kind}`, WHAT[kind]];
  const at = nearest(path);
  const isThere = at === path;
  const entry = statSync(at);
  const wrong = isThere ? wrongWith(entry, path) : null;
  if (wrong !== null) return failed(id, title, `${path}: ${wrong[0]}`, wrong[1]);
  if (!entry.isDirectory()) return failed(id, title, `${at} is a file`, `Move it away: mv ${at} ${at}.old`);
  if (!isWritable(at)) {
    const found = isThere ? `${path} cannot be written to` : `${path} cannot be made in ${at}`;
    return warning(id, title, `${found}: ${LOST[kind]}`, `Make ${at} writable for you, or set an XDG variable.`);
  }
  const { bavail, bsize } = statfsSync(at);
  if (bavail * bsize < LITTLE) {
    return warning(id, title, `${path}: the disk is nearly full`, `Make room: ${LOST[kind]} otherwise.`);
  }
  if (isThere && process.platform !== "win32" && (entry.mode & OTHERS_READ) !== 0) {
    return warning(id, title, `${path}: others can look into it`, `Run: chmod 700 ${path}`);
  }
  return ok(id, title, isThere ? path : `${path} (created when required)`);
}

export const folderFindings = (paths: SettingsPaths): readonly Finding[] =>
  (["config", "data", "state", "cache"] as const).map((kind) => folderFinding(kind, paths[kind]));
