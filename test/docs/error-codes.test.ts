import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

/**
 * The specification names two error codes and says that the list is not shown: every further one is a choice of ours, and stands
 * among the assumptions.
 */

const SOURCE = resolve(import.meta.dirname, "../../src");
const PAGE = resolve(import.meta.dirname, "../../docs/assumptions.md");

/** The codes that the specification names (part 7). */
const NAMED: readonly string[] = ["NOT_ORG_GROUP_CREATOR", "VALIDATION_ERROR"];

/**
 * Not answered at the interface: the control surface, scenarios that break it on purpose, what the sample holds, and reads outside
 * of the specification. */
const APART: readonly string[] = ["server/control.ts", "server/fault-control.ts", "faults/", "seed/", "projects.ts"];

/** Errors of Node, and the feature that a role of a bucket is used for. */
const NO_CODES = /^(?:(?:ERR|HPE|EAI)_|EXPORT_SNAPSHOT$)/u;

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));

/** Words in capitals that stand as texts of their own. */
const wordsIn = (text: string): string[] =>
  [...text.matchAll(/"([A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+)"/gu)].map(([, word = ""]) => word);

/** Where a refusal gets its code: by name, or as the first word of a function that makes one. */
const codesIn = (text: string): string[] =>
  [
    ...text.matchAll(
      /(?:\b[cC]ode\w*(?:: | = )|notFound\(\s*|notAllowed\(\s*|refus\w+\((?:\d+, )?\s*|conflict\(\s*|weaker\(\s*|gone\(\s*)"([A-Z][A-Z0-9_]+)"/gu,
    ),
  ].map(([, code = ""]) => code);

it("has every error code of the service among the assumptions", () => {
  const service = join(SOURCE, "service");
  const files = filesIn(service).filter((name) => !APART.some((apart) => name.startsWith(apart)));
  const texts = files.map((name) => readFileSync(join(service, name), "utf8"));
  const contract = new Set(
    filesIn(join(SOURCE, "contract")).flatMap((name) => wordsIn(readFileSync(join(SOURCE, "contract", name), "utf8"))),
  );
  const page = readFileSync(PAGE, "utf8");
  const codes = new Set(texts.flatMap(codesIn).filter((code) => !NAMED.includes(code)));
  expect(codes.size).toBeGreaterThan(60);
  // A word that is no value of the contract is a code too, however it comes to be one.
  const words = new Set(texts.flatMap(wordsIn).filter((word) => !contract.has(word) && !NO_CODES.test(word)));
  const missing = [...codes, ...words].filter((code) => !page.includes(code) && !NAMED.includes(code));
  expect(missing).toEqual([]);
});
