import { describe, expect, test } from "vitest";
import { z } from "zod";
import { accessHistoryOperations } from "../../src/contract/access-history.ts";
import { ExportBucketBody } from "../../src/contract/export-buckets.ts";
import type { Json } from "../../src/contract/json/json.ts";
import { allOperations, operations } from "../../src/contract/operations.ts";
import { violationsOf } from "../../src/contract/schema/body.ts";
import { INT32 } from "../../src/contract/schema/fields.ts";
import { unwrap } from "../../src/contract/schema/hints.ts";
import { isSecretSchema } from "../../src/forms/schema/schema.ts";

/** Names, addresses and numbers that the service would refuse are refused before the review, by what the sources say of each. */

const OF_CLOUD: Readonly<Record<string, Record<string, Json>>> = {
  AWS: { iamRoleId: "65f0a1b2c3d4e5f6a7b8c9d0" },
  AZURE: { roleId: "65f0a1b2c3d4e5f6a7b8c9d0", serviceUrl: "https://acmeexports.blob.core.windows.net" },
  GCP: { roleId: "65f0a1b2c3d4e5f6a7b8c9d0" },
};

const ofBucket = (cloudProvider: string, bucketName: string) =>
  violationsOf(ExportBucketBody, { cloudProvider, bucketName, ...OF_CLOUD[cloudProvider] }).map(
    ({ path, message }) => `${path.join(".")}: ${message}`,
  );

describe("the name of a bucket", () => {
  test.each([
    ["AWS", "acme-db-exports"],
    ["AWS", "exports.acme.example"],
    // Made in this cloud long ago: the form warns, the cloud may have it.
    ["AWS", "Bad_Bucket"],
    ["AZURE", "acme-db-exports"],
    ["GCP", "acme_db.exports-1"],
    ["MOON", "Acme_1"],
    // A name that every object of JavaScript knows.
    ["constructor", "Acme_1"],
  ])("%s takes %s", (cloud, name) => {
    expect(ofBucket(cloud, name).filter((one) => one.startsWith("bucketName"))).toEqual([]);
  });

  test.each(["Bad_Bucket..x", "a..b", "-acme", "acme-", "acme.", "acme_", "10.0.0.1", "a b c", "ab"])(
    "no cloud takes %s",
    (name) => {
      for (const cloud of Object.keys(OF_CLOUD)) expect(ofBucket(cloud, name)[0]).toMatch(/^bucketName: /u);
    },
  );

  test.each([
    ["AZURE", "Azure", "Acme"],
    ["AZURE", "Azure", "acme_db"],
    ["AZURE", "Azure", "acme.db"],
    ["AZURE", "Azure", "acme--db"],
    ["GCP", "GCP", "Acme"],
    ["GCP", "GCP", "google-exports"],
    ["GCP", "GCP", "goog-exports"],
    ["GCP", "GCP", "my-google-exports"],
  ])("%s (%s) does not take %s, and says what it takes", (cloud, label, name) => {
    expect(ofBucket(cloud, name)).toEqual([
      expect.stringMatching(new RegExp(`^bucketName: enter .*\\(${label}\\)$`, "u")),
    ]);
  });
});

const SHAPE = operations.createServiceSearchIndex.body;

const ofIndex = (definition: Record<string, Json>, type = "search") => {
  if (SHAPE === null) throw new TypeError("no body");
  const body = { database: "shop", collectionName: "products", name: "default", type, definition };
  return violationsOf(SHAPE, body).map(({ path, message }) => `${path.join(".")}: ${message}`);
};

describe("a name in the definition of an index", () => {
  const mapped = (fields: Record<string, Json>, more: Record<string, Json> = {}) =>
    ofIndex({ mappings: { fields }, ...more });

  test("of an analyzer is built in, or that of one of the own ones, wherever it stands", () => {
    const own = [{ name: "autoc", tokenizer: { type: "standard" } }];
    const deep = { type: "document", fields: { city: [{ type: "string", searchAnalyzer: "autoc" }] } };
    const multi = { type: "string", multi: { exact: { type: "string", analyzer: "autoc" } } };
    expect(ofIndex({ mappings: { dynamic: true }, analyzer: "autoc" })).toEqual([
      "definition.analyzer: enter a built-in analyzer or a custom analyzer of this index",
    ]);
    expect(mapped({ title: { type: "string", analyzer: "autoc" }, address: deep, name: multi })).toEqual([
      "definition.mappings.fields.title.analyzer: enter a built-in analyzer or a custom analyzer of this index",
      "definition.mappings.fields.name.multi.exact.analyzer: enter a built-in analyzer or a custom analyzer of this index",
      "definition.mappings.fields.address.fields.city.0.searchAnalyzer: enter a built-in analyzer or a custom analyzer of this index",
    ]);
    expect(mapped({ title: { type: "string", analyzer: "autoc" }, address: deep }, { analyzers: own })).toEqual([]);
    // A field may be called so: what stands there is no name of an analyzer.
    expect(mapped({ analyzer: { type: "string", analyzer: "lucene.german" } })).toEqual([]);
  });

  test("that the service holds already is nobody's mistake here", () => {
    const body = operations.updateServiceSearchIndex.body;
    const stored = { definition: { mappings: { fields: { title: { type: "string", analyzer: "lucene.klingon" } } } } };
    const wanted = {
      definition: {
        mappings: { fields: { title: { type: "string", analyzer: "lucene.klingon" }, a: { type: "date" } } },
      },
    };
    expect(violationsOf(body, wanted, stored)).toEqual([]);
    expect(violationsOf(body, wanted)).toHaveLength(1);
  });

  test("has an end: of an index, an analyzer, a synonym mapping and its collection, in both generations", () => {
    const long = "n".repeat(256);
    const definition = (name: string, collection: string): Record<string, Json> => ({
      mappings: { dynamic: true },
      analyzers: [{ name, tokenizer: { type: "standard" } }],
      synonyms: [{ name, analyzer: "lucene.standard", source: { collection } }],
    });
    const index = { database: "shop", collectionName: "products", type: "search" };
    const first = operations.createServiceSearchIndexDeprecated.body;
    const placesOf = (name: string, collection: string): readonly string[][] =>
      [
        violationsOf(SHAPE, { ...index, name, definition: definition(name, collection) }),
        violationsOf(first, { ...index, name, ...definition(name, collection) }),
      ].map((found) => found.map(({ path, message }) => `${path.join(".").replace("definition.", "")}: ${message}`));
    const refused = [
      "name: at most 255 characters",
      "synonyms.0.name: at most 255 characters",
      "synonyms.0.source.collection: at most 235 characters",
      "analyzers.0.name: at most 255 characters",
    ];
    expect(placesOf(long, long).map((each) => each.toSorted())).toEqual([refused.toSorted(), refused.toSorted()]);
    expect(placesOf("n".repeat(255), "n".repeat(235))).toEqual([[], []]);
  });

  test("of a mapped field begins with anything but a dollar sign, on every level", () => {
    expect(mapped({ "a.b c": { type: "string" } })).toEqual([]);
    expect(mapped({ $c: { type: "string" } })).toEqual([
      "definition.mappings.fields: $c cannot be indexed: a name must not start with $",
    ]);
    expect(mapped({ a: { type: "document", fields: { $c: { type: "string" } } } })).toEqual([
      "definition.mappings.fields: a › $c cannot be indexed: a name must not start with $",
    ]);
  });

  test.each(["a..b", ".a", "a.", "$a", "a.$c", " "])("of a vector is none such as %j", (path) => {
    const fields = [{ type: "vector", path, numDimensions: 4, similarity: "cosine" }];
    expect(ofIndex({ fields }, "vectorSearch")[0]).toMatch(/^definition\.fields\.0\.path: /u);
  });

  test.each(["a", "a.b", "a.b c", "a.b$c"])("of a vector may be %j", (path) => {
    expect(
      ofIndex({ fields: [{ type: "vector", path, numDimensions: 4, similarity: "cosine" }] }, "vectorSearch"),
    ).toEqual([]);
  });
});

/** Every text that a schema cannot do without, with the path to it. */
function textsOf(
  schema: z.core.$ZodType,
  path: string,
  required: boolean,
): { path: string; schema: z.core.$ZodType }[] {
  const inner = unwrap(schema);
  if (isSecretSchema(schema)) return [];
  if (inner instanceof z.ZodString) return required ? [{ path, schema: inner }] : [];
  if (inner instanceof z.ZodArray) return textsOf(inner.element, `${path}[]`, true);
  if (inner instanceof z.ZodUnion) return inner.options.flatMap((one) => textsOf(one, path, required));
  if (!(inner instanceof z.ZodObject)) return [];
  const shape: z.core.$ZodShape = inner.shape;
  return Object.entries(shape).flatMap(([name, field]) =>
    textsOf(field, `${path}.${name}`, field._zod.optin !== "optional"),
  );
}

/** Where blanks alone say something: an expression may be one. */
const OF_BLANKS = /\.pattern$|\.matches$|\.replacement$|tokens\[\]$|\.mappings\.|matchers\[\]\.value/u;

test("no text that a request cannot do without is one of blanks alone", () => {
  const texts = allOperations().flatMap(({ id, body }) => (body === null ? [] : textsOf(body.shape, id, true)));
  expect(texts.length).toBeGreaterThan(60);
  const taken = texts.filter(({ path, schema }) => !OF_BLANKS.test(path) && z.safeParse(schema, " ").success);
  expect(taken.map(({ path }) => path)).toEqual([]);
});

describe("an id of Azure", () => {
  // The application id of a service of its own, which is no UUID by the letter of RFC 9562.
  const id = "00000003-0000-0000-c000-000000000000";
  const wrongIn = (tenantId: string) => [
    ...violationsOf(operations.createCloudProviderAccessRole.body, {
      providerName: "AZURE",
      atlasAzureAppId: tenantId,
      servicePrincipalId: tenantId,
      tenantId,
    }),
    ...violationsOf(ExportBucketBody, {
      cloudProvider: "AZURE",
      bucketName: "acme-db",
      ...OF_CLOUD["AZURE"],
      tenantId,
    }),
  ];

  test("is any that Azure gives", () => {
    expect(wrongIn(id)).toEqual([]);
    expect(wrongIn(id.toUpperCase())).toEqual([]);
  });

  test.each([id.slice(1), `${id}0`, id.replaceAll("-", ""), "acme"])("is not %s", (other) => {
    expect(wrongIn(other).map(({ path }) => path.join("."))).toEqual([
      "atlasAzureAppId",
      "servicePrincipalId",
      "tenantId",
      "tenantId",
    ]);
  });
});

describe("a filter of the access history", () => {
  const { ipAddress } = accessHistoryOperations.listAccessLogsByClusterName.query;

  test.each(["2048", "10.0.0", "256.1.1.1", "10.0.0.1/32", "::1", " ", "prod"])("refuses the address %j", (address) => {
    expect(z.safeParse(ipAddress, address).success).toBe(false);
  });

  test.each(["203.0.113.66", "2001:db8:0:0:0:0:0:1"])("takes the address %s", (address) => {
    expect(z.safeParse(ipAddress, address).success).toBe(true);
  });
});

describe("a number of an alert configuration", () => {
  const body = operations.createAlertConfiguration.body;
  const wrongIn = (eventTypeName: string, more: Record<string, Json>, notification: Record<string, Json> = {}) =>
    violationsOf(body, {
      eventTypeName,
      enabled: true,
      notifications: [{ typeName: "EMAIL", emailAddress: "dba@acme.example", ...notification }],
      ...more,
    }).map(({ path }) => path.join("."));

  test("has 32 bits", () => {
    expect(wrongIn("NO_PRIMARY", {}, { delayMin: INT32, intervalMin: INT32 })).toEqual([]);
    expect(wrongIn("NO_PRIMARY", {}, { delayMin: INT32 + 1, intervalMin: INT32 + 1 })).toEqual([
      "notifications.0.delayMin",
      "notifications.0.intervalMin",
    ]);
    const limit = (threshold: number) => ({ threshold: { operator: "GREATER_THAN", units: "RAW", threshold } });
    expect(wrongIn("TOO_MANY_ELECTIONS", limit(INT32))).toEqual([]);
    expect(wrongIn("TOO_MANY_ELECTIONS", limit(INT32 + 1))).toEqual(["threshold.threshold"]);
    expect(wrongIn("TOO_MANY_ELECTIONS", limit(-INT32 - 2))).toEqual(["threshold.threshold"]);
  });
});
