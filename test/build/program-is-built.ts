import { buildIfStale } from "../../build.ts";

/** Vitest's global set-up for the tests that start the program: what they start is what the sources say. */
export async function setup(): Promise<void> {
  await buildIfStale();
}
