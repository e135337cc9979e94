import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Home } from "../../journeys/home.ts";
import type { Peer } from "./programs.ts";

/**
 * A list with OpenTUI (`@opentui/core`: a native core under TypeScript), as long as those of the others. Its packages are no part of this project:
 * SEXTANT_OPENTUI names a folder in which `npm install bun @opentui/core` was run.
 */

export const OPENTUI = "OpenTUI";

/** The program, for Bun: its own widget for a choice, with the keys of the other lists. */
const listOf = (folder: string, rows: number): string => `
  const { createCliRenderer, SelectRenderable, TextRenderable } = await import(Bun.resolveSync("@opentui/core", ${JSON.stringify(folder)}));
  const second = (row) => new Date(Date.UTC(2026, 10, 21) - row * 5000).toISOString();
  const options = Array.from({ length: ${rows} }, (_, row) => ({
    name: second(row) + "  svc-checkout  10.20.4." + (row % 250) + "  prod-eu-shard-00-0" + (row % 3) + "  ok " + row,
    description: "",
    value: row,
  }));
  const renderer = await createCliRenderer({ exitOnCtrlC: true });
  const list = new SelectRenderable(renderer, { id: "rows", width: "100%", height: renderer.height - 2, options, showDescription: false });
  renderer.root.add(new TextRenderable(renderer, { id: "title", content: "Access history  ${rows} attempts" }));
  renderer.root.add(list);
  list.focus();
  renderer.keyInput.on("keypress", ({ name }) => {
    if (name === "pagedown") list.moveDown(renderer.height - 3);
  });
`;

/** The list, where OpenTUI is installed. */
export function opentui(home: Home, rows: number): readonly Peer[] {
  const folder = process.env["SEXTANT_OPENTUI"] ?? "";
  const bun = join(folder, "node_modules/.bin/bun");
  if (folder === "" || !existsSync(bun)) return [];
  const file = join(home.directory, "opentui.mjs");
  writeFileSync(file, listOf(folder, rows));
  const isShown = (screen: string): boolean => screen.includes("svc-checkout") && screen.includes("attempts");
  return [
    {
      name: OPENTUI,
      program: (size) => ({ file: bun, args: [file], ...size, env: home.env }),
      isUsable: isShown,
      isReady: isShown,
      first: "",
    },
  ];
}
