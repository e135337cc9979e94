import { beforeAll, describe, expect, it } from "vitest";
import { draftKeyOf } from "../../src/app/form/draft-key.ts";
import { possibleLabels } from "../../src/forms/labels.ts";
import { fieldRows, reasonOf, unshown } from "./form-coverage.ts";
import type { Walked } from "./walk.ts";
import { walkEverywhere } from "./walk-everywhere.ts";

/** Every form has all of its request, in words. */

let walked: readonly Walked[] = [];

beforeAll(async () => {
  walked = await walkEverywhere();
}, 600_000);

/** One form of each plan, with all that it shows. */
function formsOnce() {
  const all = new Map(walked.flatMap(({ forms }) => forms).map((one) => [one.setup.plan.operation.id, one]));
  return [...all.values()].map((form) => ({ area: form.area, plan: form.setup.plan, rows: fieldRows(form) }));
}

/** The page of what no form of an operation shows, and why. */
const page = (lines: readonly string[]): string =>
  [
    "# Fields that no form shows",
    "",
    "Every field of every request can be filled in with a form, but for these. The reason is the one that the form itself has. Made by",
    "`test/areas/form-completeness.ts` out of the forms. Besides, what goes back as it came is in no form: ids of parts of a stored document",
    "(`notifierId`, `policies[].id`), `projectId`, and the frequency of an on-demand policy item, of which there is one.",
    "",
    "| Request | Field | Why |",
    "| --- | --- | --- |",
    ...lines,
    "",
  ].join("\n");

describe("the forms", () => {
  let forms: ReturnType<typeof formsOnce> = [];
  beforeAll(() => {
    forms = formsOnce();
  }, 600_000);

  it("show every field of their requests, or say in the docs why not", async () => {
    const lines = [...Map.groupBy(forms, ({ plan }) => plan.operation.id)].flatMap(([id, own]) => {
      const missing = own.map(({ plan, rows }) => unshown(plan, rows));
      // What one form of an operation leaves to another one is not lacking.
      const nowhere = (missing[0] ?? []).filter((pattern) => missing.every((one) => one.includes(pattern)));
      return nowhere.map((pattern) => {
        const [reason] = own.flatMap(({ plan }) => reasonOf(plan, pattern) ?? []);
        expect([id, pattern, reason]).toEqual([id, pattern, expect.stringMatching(/.{10}/u)]);
        return `| ${id} | \`${pattern}\` | ${reason} |`;
      });
    });
    await expect(page(lines.toSorted())).toMatchFileSnapshot("../../docs/fields.md");
  });

  it("are each of one project or organisation, and so are their drafts", () => {
    for (const { forms: own, groupId, orgId } of walked) {
      for (const { setup } of own) {
        const key = draftKeyOf(setup);
        expect([key, key.includes(groupId) || key.includes(orgId)]).toEqual([key, true]);
      }
    }
  });

  it("keep room for the labels of all fields that they can show", () => {
    for (const { plan, rows } of forms) {
      const possible = new Set(possibleLabels(plan).map(({ label, depth }) => `${depth} ${label}`));
      const shown = rows.map(({ field, depth }) => `${depth} ${field.label}`);
      expect([plan.operation.id, shown.filter((one) => !possible.has(one))]).toEqual([plan.operation.id, []]);
    }
  });

  it("have a label and a help line for each field", () => {
    const bare = forms.flatMap(({ area, plan, rows }) =>
      rows
        .filter(({ field }) => field.label === "" || (field.help === null && !field.isKind))
        .map(({ path }) => `${area} ${plan.operation.id} ${path.join(".")}`),
    );
    expect([...new Set(bare)]).toEqual([]);
  });

  it("say in a help line more than the label", () => {
    const words = (text: string | null): string => (text ?? "").toLowerCase().replace(/[.:]$/u, "");
    const repeated = forms.flatMap(({ area, plan, rows }) =>
      rows
        .filter(({ field }) => words(field.help) === words(field.label))
        .map(({ path }) => `${area} ${plan.operation.id} ${path.join(".")}`),
    );
    expect([...new Set(repeated)]).toEqual([]);
  });
});
