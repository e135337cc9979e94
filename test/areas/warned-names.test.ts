import { describe, expect, test } from "vitest";
import { createPlan as alertPlan } from "../../src/areas/alert-configurations/form.ts";
import { createPlan as bucketPlan } from "../../src/areas/export-buckets/form.ts";
import { createPlan as indexPlan, updatePlan } from "../../src/areas/search-indexes/form.ts";
import { fieldsPlan } from "../../src/areas/search-indexes/mapped-fields.ts";
import type { BodyObject, JsonObject } from "../../src/contract/json/json.ts";
import type { FormPlan } from "../../src/forms/form-plan.ts";
import { openForm } from "../../src/forms/open.ts";
import { problemsOf } from "../../src/forms/problems.ts";
import { reviewOf } from "../../src/forms/review/review.ts";
import { env } from "../forms/plan-of.ts";

/** What the contract lets pass because somebody may have it, and a person hardly means, is warned of in the review. */

const reviewed = (plan: FormPlan, initial: BodyObject) =>
  reviewOf(plan, openForm(plan, { mode: "create", initial }), {
    asOf: env.now,
    request: { method: "POST", path: "/" },
    env,
  });

describe("a bucket of the first cloud", () => {
  const bucket = (bucketName: string) =>
    reviewed(bucketPlan([], []), { cloudProvider: "AWS", bucketName, iamRoleId: "65f0a1b2c3d4e5f6a7b8c9d0" });

  test.each(["Bad_Bucket", "acmeDB", "xn--acme", "sthree-acme", "acme-s3alias", "acme--ol-s3"])(
    "called %s is asked about, because no new one has such a name",
    (name) => {
      const { warnings, risk, problems } = bucket(name);
      expect(problems).toEqual([]);
      expect(warnings).toEqual([expect.stringContaining(`${name} is no valid name for a new AWS bucket`)]);
      expect(risk).toBe("disruptive");
    },
  );

  test("called as buckets are called goes without a word", () => {
    expect([bucket("acme-db.exports").warnings, bucket("acme-db.exports").risk]).toEqual([[], "reversible"]);
  });
});

describe("an alert on automatic scaling", () => {
  const matcher = (value: string) => ({ fieldName: "CLUSTER_NAME", operator: "EQUALS", value });
  const alert = (eventTypeName: string, ...matchers: BodyObject[]) =>
    reviewed(alertPlan, {
      eventTypeName,
      enabled: true,
      matchers,
      notifications: [{ typeName: "EMAIL", emailAddress: "dba@acme.example" }],
    });

  test("with two matchers is said to be refused by the hosted service", () => {
    const two = alert("COMPUTE_AUTO_SCALE_INITIATED_BASE", matcher("prod-eu"), matcher("prod-us"));
    expect(two.problems).toEqual([]);
    expect(two.warnings).toEqual([
      "The hosted service accepts 1 matcher at most for this event, and will refuse 2. Remove all but 1.",
    ]);
  });

  test("with one is fine, and so are two of another event", () => {
    expect(alert("COMPUTE_AUTO_SCALE_INITIATED_BASE", matcher("prod-eu")).warnings).toEqual([]);
    expect(alert("CLUSTER_MONGOS_IS_MISSING", matcher("prod-eu"), matcher("prod-us")).warnings).toEqual([]);
  });
});

describe("a field of an index with a dot in its name", () => {
  const PLACE = { database: "shop", collectionName: "products", name: "default" };
  const mappings = (name: string): JsonObject => ({ dynamic: false, fields: { [name]: { type: "string" } } });
  const DOTTED = /is one name with a dot, not a nested field/u;

  test("is warned of where it is written as JSON", () => {
    const { problems, warnings } = reviewed(indexPlan("prod-eu"), {
      ...PLACE,
      definition: { mappings: mappings("a.b $c") },
    });
    expect(problems).toEqual([]);
    expect(warnings).toContainEqual(expect.stringMatching(new RegExp(`^a\\.b \\$c ${DOTTED.source}`, "u")));
  });

  test("is not warned of where the service holds it", () => {
    const plan = updatePlan("default", false, true);
    const received = { definition: { mappings: mappings("a.b") } };
    const state = openForm(plan, { mode: "replace", received });
    const review = reviewOf(plan, state, { asOf: 0, request: { method: "PATCH", path: "/" }, env });
    expect(review.warnings.filter((warning) => DOTTED.test(warning))).toEqual([]);
  });

  test("is refused where the fields are listed, unless it is there already", () => {
    const fields = [
      { name: "a.b", type: "string" },
      { name: "c.d", type: "string" },
      { name: "$e", type: "string" },
    ];
    const plan = fieldsPlan("Fields", mappings("a.b"));
    const state = openForm(plan, { mode: "create", initial: { fields } });
    expect(problemsOf(plan, state, env).map(({ path, message }) => [path.join("."), message])).toEqual([
      ["fields.1.name", "enter only the outermost field, as document; add the nested field under More options"],
      ["fields.2.name", "a name that starts with $ cannot be indexed"],
    ]);
  });
});
