import { inspect } from "node:util";
import { describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { isBodyObject } from "../../src/contract/json/json.ts";
import { isWrite } from "../../src/contract/operation.ts";
import { type ArgsOf, allOperations, findOperation, isOperationId } from "../../src/contract/operations.ts";
import { rolesAllow } from "../../src/contract/roles.ts";
import { coverSecrets } from "../../src/contract/schema/covered.ts";
import { hintOf, unwrap } from "../../src/contract/schema/hints.ts";
import type { AlertId, GroupId } from "../../src/contract/schema/ids.ts";
import { variantsOf } from "../../src/contract/schema/unions.ts";
import { isMask, maskTail, Secret } from "../../src/contract/secret.ts";
import { commonQuery, pathParameters, requestPath } from "../../src/contract/wire/wire.ts";

test("a request takes an id of its kind, and no plain text", () => {
  type Params = ArgsOf<"getAlert">["params"];
  expectTypeOf<AlertId>().toExtend<Params["alertId"]>();
  expectTypeOf<GroupId>().not.toExtend<Params["alertId"]>();
  expectTypeOf<string>().not.toExtend<Params["alertId"]>();
});

type Field = { readonly path: string; readonly schema: z.core.$ZodType; readonly isDiscriminator: boolean };

/** Every field of a request, variants and items of lists included. */
function fieldsOf(schema: z.core.$ZodType, path = "", discriminator = ""): Field[] {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodArray) return fieldsOf(inner.element, `${path}[]`);
  const variants = variantsOf(inner);
  if (variants !== undefined) {
    return [...variants.variants].flatMap(([kind, variant]) =>
      fieldsOf(variant, `${path}<${kind}>`, variants.discriminator),
    );
  }
  if (!(inner instanceof z.ZodObject)) return [];
  const shape: z.core.$ZodShape = inner.shape;
  return Object.entries(shape).flatMap(([name, field]) => [
    { path: `${path}.${name}`, schema: field, isDiscriminator: name === discriminator },
    ...fieldsOf(field, `${path}.${name}`),
  ]);
}

const requestFields = allOperations().flatMap(({ id, body }) => (body === null ? [] : fieldsOf(body.shape, id)));

describe("the table of operations", () => {
  test("has every operation under one name, and every other name once", () => {
    const names = allOperations()
      .flatMap(({ id, aliases }) => [id, ...aliases])
      .map((name) => name.toLowerCase());
    expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([]);
    expect(allOperations().every(({ id }) => isOperationId(id))).toBe(true);
  });

  test("is found by id, by alias and by number, in any case", () => {
    for (const operation of allOperations()) {
      for (const name of [operation.id, operation.id.toUpperCase(), ...operation.aliases]) {
        expect(findOperation(name)).toBe(operation);
      }
    }
    expect(findOperation("e12")?.id).toBe("listAlerts");
    expect(findOperation("E71")).toBeUndefined();
    expect(findOperation("")).toBeUndefined();
  });

  test("declares the parameters of its paths, and no others", () => {
    for (const { path, params } of allOperations()) {
      expect(Object.keys(params).toSorted()).toEqual([...pathParameters(path)].toSorted());
    }
  });

  test("answers one path and method with one operation", () => {
    const keys = allOperations().map(({ method, path }) => `${method} ${path.replaceAll(/\{[^}]+\}/gu, "{}")}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test("calls a read free of risk, gives every write of the specification a role, and knows how it updates", () => {
    for (const operation of allOperations()) {
      expect(operation.risk === "none").toBe(!isWrite(operation));
      // Of these three the specification names no role (part 4.5).
      const isOpen = ["E20", "E22", "E23"].includes(operation.spec ?? "");
      if (isWrite(operation) && !isOpen) expect([operation.id, operation.roles]).not.toEqual([operation.id, []]);
      if (operation.method === "PUT" || operation.method === "PATCH") expect(operation.update).not.toBeNull();
      if (operation.kind === "list" && operation.answer === "list")
        expect(commonQuery(operation)).toContain("itemsPerPage");
    }
  });
});

describe("the fields of requests", () => {
  test("are there to be looked at", () => {
    expect(requestFields.length).toBeGreaterThan(80);
  });

  test("have a name and a line of help, but for the kind that a list of kinds chooses", () => {
    const silent = requestFields.filter(({ schema, isDiscriminator }) => {
      const { title, help } = hintOf(schema);
      return !isDiscriminator && (title === undefined || help === undefined);
    });
    expect(silent.map(({ path }) => path)).toEqual([]);
  });

  test("say it in one line that fits a small terminal", () => {
    const unfit = requestFields.filter(({ schema }) => {
      const { title = "", help = "" } = hintOf(schema);
      return title.length > 40 || help.length > 80 || /\n/u.test(`${title}${help}`);
    });
    expect(unfit.map(({ path, schema }) => `${path}: ${hintOf(schema).help}`)).toEqual([]);
  });

  test("that are secrets are covered from the moment they are read", () => {
    const secrets = requestFields.filter(({ schema }) => hintOf(schema).secret === true);
    expect(secrets.length).toBeGreaterThan(7);
    for (const { schema } of secrets) {
      const value: unknown = z.parse(unwrap(schema), "https://open-sesame-1");
      expect(value).toBeInstanceOf(Secret);
      expect([inspect(value), String(value), JSON.stringify({ value }), `${value}`].join()).not.toContain("sesame");
    }
  });
});

describe("secrets of a body that came as plain text", () => {
  const body = allOperations().find(({ id }) => id === "createAlertConfiguration")?.body;

  test("are covered at their places, and nothing else is", () => {
    const plain = {
      eventTypeName: "open-sesame-1",
      notifications: [
        {
          typeName: "WEBHOOK",
          webhookUrl: "https://open-sesame-2",
          webhookSecret: "open-sesame-3",
          integrationId: "visible",
        },
        { typeName: "PAGER_DUTY", serviceKey: "****cdef" },
        { typeName: "SLACK", apiToken: "", channelName: "#visible" },
        { typeName: "CARRIER_PIGEON", apiToken: "unknown kinds are nobody's" },
      ],
      webhookUrl: "not a field of this object",
    };
    const covered = body === null || body === undefined ? {} : coverSecrets(body.shape, plain);
    const text = JSON.stringify(covered);
    expect(JSON.parse(text)).toEqual({
      ...plain,
      notifications: [
        { ...plain.notifications[0], webhookUrl: "[secret]", webhookSecret: "[secret]" },
        ...plain.notifications.slice(1),
      ],
    });
    expect(isBodyObject(covered)).toBe(true);
  });

  test("are told from masks, which say only how they end", () => {
    expect(["****", "****a1b2", "*".repeat(28), `${"*".repeat(28)}c77a`].every(isMask)).toBe(true);
    expect(["", "***", "*a1b2", "****a1b2c", "a****", "plain"].some(isMask)).toBe(false);
    expect([maskTail("****c77a"), maskTail("****")]).toEqual(["c77a", ""]);
  });
});

describe("a path", () => {
  const operation = findOperation("getCluster");

  test("has its parameters filled in and encoded, below the prefix of the dialect", () => {
    if (operation === undefined) throw new Error("getCluster is in the table");
    expect(requestPath(operation, { groupId: "g", clusterName: "a/b ?#%é" }, "atlas")).toBe(
      "/api/atlas/v2/groups/g/clusters/a%2Fb%20%3F%23%25%C3%A9",
    );
    expect(() => requestPath(operation, { groupId: "g" }, "specification")).toThrow("clusterName");
    expect(() => requestPath(operation, { groupId: "g", clusterName: "" }, "specification")).toThrow("clusterName");
  });
});

test("an owner may do what the lesser roles of the scope may, and no role of a project opens the organisation", () => {
  expect(rolesAllow(["Organization Owner"], ["Project Backup Manager"])).toBe(true);
  expect(rolesAllow(["Project Owner"], ["Project Backup Manager"])).toBe(true);
  expect(rolesAllow(["Project Owner"], ["Organization Owner"])).toBe(false);
  expect(rolesAllow(["Project Read Only"], ["Project Owner"])).toBe(false);
  expect(rolesAllow(["Project Read Only"], [])).toBe(true);
  expect(rolesAllow([], [])).toBe(false);
});
