import { rmSync } from "node:fs";
import { buildIfStale, isStale } from "../../build.ts";
import { COMPILED_CODE } from "../compiled-code.ts";

/** Vitest's global set-up for the tests that start the program: what they start is what the sources say. */
export async function setup(): Promise<void> {
  // Its parts have other names in each build.
  if (isStale()) rmSync(COMPILED_CODE, { recursive: true, force: true });
  await buildIfStale();
}
