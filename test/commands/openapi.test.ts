import { expect, test } from "vitest";
import { openApiDocument } from "../../src/contract/openapi.ts";
import { DIALECTS } from "../../src/contract/wire/dialect.ts";
import { type Ended, ended } from "./ended.ts";

/** What `sextant openapi` says with these flags. */
const openapi = (...flags: readonly string[]): Promise<Ended> => ended(["openapi", ...flags]);

test.each(DIALECTS)(
  "sextant openapi --dialect %s prints the whole document into a pipe, and nothing else",
  async (dialect) => {
    const { code, stdout, stderr } = await openapi("--dialect", dialect);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(JSON.parse(stdout)).toEqual(openApiDocument(dialect));
  },
);

test("without a dialect it speaks the specification's", async () => {
  expect((await openapi()).stdout).toBe((await openapi("--dialect", "specification")).stdout);
});

test("--help lists the flags, and what is no flag is wrong use", async () => {
  expect(await openapi("--help")).toMatchObject({ code: 0, stdout: expect.stringContaining("--dialect NAME") });
  for (const flags of [["--dialect", "klingon"], ["--nothing"], ["surplus"]]) {
    const { code, stdout, stderr } = await openapi(...flags);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^sextant openapi: .+[.?]\n$/u);
  }
});
