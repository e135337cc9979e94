import { expect, test } from "vitest";
import { openApiDocument } from "../../src/contract/openapi.ts";
import { DIALECTS } from "../../src/contract/wire/dialect.ts";
import { ended } from "./ended.ts";
import { Person } from "./person.ts";

/** What `sextant openapi` says with these flags. */
function openapi(...flags: readonly string[]) {
  using person = new Person();
  return person.command(["openapi", ...flags]);
}

test.each(DIALECTS)(
  "sextant openapi --dialect %s prints the whole document into a pipe, and nothing else",
  async (dialect) => {
    const { code, stdout, stderr } = await ended(["openapi", "--dialect", dialect]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(JSON.parse(stdout)).toEqual(openApiDocument(dialect));
  },
);

test("without a dialect it speaks the specification's", () => {
  expect(openapi().stdout).toBe(openapi("--dialect", "specification").stdout);
});

test("--help lists the flags, and what is no flag is wrong use", () => {
  expect(openapi("--help")).toMatchObject({ status: 0, stdout: expect.stringContaining("--dialect NAME") });
  for (const flags of [["--dialect", "klingon"], ["--nothing"], ["surplus"]]) {
    const { status, stdout, stderr } = openapi(...flags);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(/^sextant openapi: .+[.?]\n$/u);
  }
});
