import { lineEach } from "../../areas/builders/cells.ts";
import type { Cell } from "../../areas/model/cell.ts";
import type { Page } from "../../areas/model/effect.ts";
import type { ProjectEntry } from "../../state/session/session.ts";
import { pluralize } from "../../text/format.ts";
import { type App, changeLayer, closeLayer, layerNow, openMenu } from "../app.ts";
import { errorText } from "../error-text.ts";
import { openPage } from "../layers/page.ts";
import type { SettingsFile } from "./files.ts";

/** Writes the settings of a project to files in a folder, with the same text as `sextant export all`. */

type Exported = { readonly files: readonly SettingsFile[]; readonly unread: readonly string[] };

const textPage = (title: string, lines: readonly Cell[]): Page => ({
  title,
  lines: lineEach(lines),
  copies: [],
});

/** Shows a waiting page, then the result, unless the person has closed the page meanwhile. */
async function whileWaiting(app: App, title: string, words: string, load: () => Promise<() => void>): Promise<void> {
  const waiting = textPage(title, [words]);
  openPage(app, waiting);
  const isOpen = (): boolean => layerNow(app, "page")?.page === waiting;
  try {
    const next = await load();
    if (!isOpen()) return;
    closeLayer(app, "page");
    next();
  } catch (error) {
    changeLayer(app, "page", (layer) =>
      layer.page === waiting ? { ...layer, page: textPage(title, [{ text: errorText(error), tone: "bad" }]) } : layer,
    );
  }
}

/** Reads the settings, then writes them; existing files are replaced only after a confirmation. */
export function openExport(app: App, project: ProjectEntry, folder: string): void {
  const title = `Settings of ${project.name}`;
  void whileWaiting(app, title, "Reading the settings …", async () => {
    const { readForExport } = await import("./exporting.ts");
    const { existing, ...exported } = await readForExport(app, project, folder);
    if (exported.files.length === 0) {
      return () => openPage(app, textPage(title, ["There is nothing to write.", ...exported.unread]));
    }
    if (existing.length === 0) return () => write(app, title, folder, exported);
    return () => askToReplace(app, title, folder, exported, existing);
  });
}

function askToReplace(
  app: App,
  title: string,
  folder: string,
  exported: Exported,
  existing: readonly SettingsFile[],
): void {
  const files = pluralize(existing.length, "file");
  openMenu(app, `${folder} has ${files} of these already`, [
    { id: "keep", title: "Write nothing", run: () => app.store.notices.say("info", "Nothing was written.") },
    { id: "replace", title: `Replace ${files}`, run: () => write(app, title, folder, exported) },
  ]);
}

function write(app: App, title: string, folder: string, { files, unread }: Exported): void {
  void whileWaiting(app, title, "Writing the files …", async () => {
    const { writeSettingsFiles, writtenLine } = await import("./files.ts");
    await writeSettingsFiles(files, async () => undefined);
    const lines: readonly Cell[] = [
      { text: `${pluralize(files.length, "file")} written to ${folder}.`, tone: "good" },
      "",
      ...files.map(writtenLine),
      ...unread.map((text): Cell => ({ text, tone: "warn" })),
      "",
      "Secrets are not in them: keep stands for what is stored. Compare with file… shows later what differs.",
    ];
    return () => openPage(app, textPage(title, lines));
  });
}
