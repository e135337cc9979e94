import { SETTINGS_KINDS } from "../../areas/settings-kinds.ts";
import type { ProjectEntry } from "../../state/session/session.ts";
import type { App } from "../app.ts";
import { readNow, unreadOf } from "./comparing.ts";
import { existingOf, settingsFilesIn } from "./files.ts";
import { inFileOrder } from "./project.ts";

/** Files that an export of all settings of a project would write, and those of them that exist already. Loaded on first use. */
export async function readForExport(app: App, project: ProjectEntry, folder: string) {
  const kinds = SETTINGS_KINDS.filter(({ onlyByName }) => !onlyByName);
  const { read } = await readNow(app, project, kinds);
  const written = { format: "yaml", secrets: "keep" } as const;
  const files = await settingsFilesIn(folder, kinds, read, inFileOrder(read.stored), written);
  return { files, existing: await existingOf(files), unread: unreadOf(read, project).map(({ words }) => words) };
}
