import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { allBindings } from "../../src/app/input/bindings.ts";
import { keyLabel } from "../../src/app/keys/key-label.ts";
import { allStrings } from "./texts.ts";

const FOLDER = resolve(import.meta.dirname, "../../docs/guide");

/** Typed as a text (a filter, a condition) or on a command line, in a file, and no key. */
const NO_KEY =
  /^(?:sextant |SEXTANT_|\.|!\w)|^live$|^\w+[:<]\w+$|\.json$|^\{\w+\}$|^(?:monitor-bell|allow-passthrough on)$/u;

/** A page without its blocks of code. */
const withoutBlocks = (page: string): string => page.replaceAll(/^```\w*\n[\s\S]*?\n```$/gmu, "");

describe.each(readdirSync(FOLDER))("the guide %s", (name) => {
  const page = readFileSync(join(FOLDER, name), "utf8");

  it("names areas, actions and headings as the console does", () => {
    const texts = new Set(allStrings().map(({ text }) => text));
    const bold = [...page.matchAll(/\*\*([^*]+)\*\*/gu)].map(([, text = ""]) => text.replaceAll(/\s+/gu, " "));
    expect(bold.length).toBeGreaterThan(0);
    expect(bold.filter((text) => !texts.has(text))).toEqual([]);
  });

  it("names keys that there are", () => {
    const keys = new Set(allBindings().flatMap(({ keys: own }) => own.map(keyLabel)));
    const named = [...withoutBlocks(page).matchAll(/`([^`]+)`/gu)]
      .map(([, text = ""]) => text)
      .filter((text) => !NO_KEY.test(text));
    expect(named.filter((text) => !keys.has(text))).toEqual([]);
  });
});
