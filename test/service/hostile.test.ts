import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isMask } from "../../src/contract/secret.ts";
import { MEASURED } from "./configurations.ts";
import { type Client, clientOf, fetchRaw, type Reply, ready, service } from "./support.ts";

/** A body as a person might have meant it, with something else put in place of one of its parts. */
const valid = {
  ...MEASURED,
  notifications: [
    { typeName: "EMAIL", emailAddress: "a@b.example", delayMin: 0, intervalMin: 5, notifierId: "a".repeat(24) },
    { typeName: "PAGER_DUTY", serviceKey: "0123456789", region: "EU" },
    { typeName: "GROUP", roles: ["GROUP_OWNER"], emailEnabled: true, smsEnabled: false },
  ],
};

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Every way to take one part of a value out or to put something else in its place. */
function places(value: Json): readonly ((change: Json | undefined) => Json | undefined)[] {
  const own = (change: Json | undefined) => change;
  if (typeof value !== "object" || value === null) return [own];
  if (isList(value)) {
    return [
      own,
      ...value.flatMap((item, index) =>
        places(item).map((put) => (change: Json | undefined) => {
          const part = put(change);
          return part === undefined ? value.toSpliced(index, 1) : value.with(index, part);
        }),
      ),
    ];
  }
  return [
    own,
    ...Object.entries(value).flatMap(([key, item]) =>
      places(item).map((put) => (change: Json | undefined) => {
        const part = put(change);
        const rest = Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
        return part === undefined ? rest : { ...rest, [key]: part };
      }),
    ),
  ];
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

const odd = fc.oneof(
  fc.constant(undefined),
  fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value))),
  fc.constantFrom<Json>(
    null,
    "",
    "****",
    "****c77a",
    -1,
    0,
    1e308,
    [],
    {},
    [null],
    "\u0000",
    "\ud83d",
    "constructor",
    "EMAIL",
  ),
);

const mutated = fc.tuple(fc.nat(), odd).map(([index, change]) => {
  const all = places(valid);
  return all[index % all.length]?.(change);
});

/** Never a failure of the service, and every refusal with its document. */
function expectSane(reply: Reply): void {
  expect(reply.status).toBeLessThan(500);
  if (reply.status < 400) return;
  expect(reply.headers["content-type"]).toBe("application/json");
  expect(reply.json).toMatchObject({ error: reply.status, errorCode: expect.any(String), detail: expect.any(String) });
}

describe("whatever comes, the service answers", () => {
  test("bodies near to right ones, created, and then read, listed and sent back", async () => {
    const call = await ready();
    const path = `/groups/${call.groupId}/alertConfigs`;
    await fc.assert(
      fc.asyncProperty(mutated, async (body) => {
        const reply = await call("POST", path, { body: body ?? "" });
        expectSane(reply);
        if (reply.status !== 200) return;
        expect((await call("GET", `${path}/${reply.at("id")}`)).json).toEqual(reply.json);
        const { id, groupId: _g, created: _c, updated: _u, links: _l, ...rest } = Object(reply.json);
        const notifications = reply
          .rows("notifications")
          .map((one) => Object.fromEntries(Object.entries(one).filter(([, value]) => !isMask(String(value)))));
        const back = await call("PUT", `${path}/${id}`, { body: { ...rest, notifications } });
        expect([back.status, back.at("notifications")]).toEqual([200, reply.at("notifications")]);
        expect((await call("DELETE", `${path}/${id}`)).status).toBe(204);
      }),
      { numRuns: 250 },
    );
    expect((await call("GET", path)).at("totalCount")).toBe(14);
  });

  test("bodies of any kind, at every operation that takes one", async () => {
    const call = await ready();
    const group = `/groups/${call.groupId}`;
    const [configuration] = (await call("GET", `${group}/alertConfigs`)).rows();
    const [alert] = (await call("GET", `${group}/alerts`, { query: "status=OPEN" })).rows();
    const targets = [
      ["POST", `${group}/alertConfigs`],
      ["PUT", `${group}/alertConfigs/${configuration?.["id"]}`],
      ["PATCH", `${group}/alertConfigs/${configuration?.["id"]}`],
      ["PATCH", `${group}/alerts/${alert?.["id"]}`],
    ] as const;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...targets),
        fc.oneof(
          fc.json(),
          fc.string(),
          mutated.map((body) => JSON.stringify(body)),
        ),
        async ([method, path], body) => {
          expectSane(await call(method, path, { body: body ?? "" }));
        },
      ),
      { numRuns: 250 },
    );
    for (const path of ["alerts", "alertConfigs"]) {
      const reply = await call("GET", `${group}/${path}`, { query: "itemsPerPage=500" });
      expect(reply.rows().length).toBe(reply.at("totalCount"));
    }
  });

  test("targets and headers of any kind", async () => {
    const call = await ready();
    const piece = fc.oneof(
      fc.constantFrom(
        "groups",
        call.groupId,
        "alerts",
        "alertConfigs",
        "..",
        ".",
        "",
        "%2e",
        "%zz",
        "%00",
        "byName",
        "__proto__",
      ),
      fc.string({ maxLength: 8 }).map((text) => encodeURIComponent(text.toWellFormed())),
    );
    const path = fc.array(piece, { maxLength: 6 }).map((pieces) => `/${pieces.join("/")}`);
    const query = fc.oneof(
      fc.constant(""),
      fc.webQueryParameters(),
      fc.constantFrom("pageNum=1%", "=", "&&", "envelope=true&pretty=true"),
    );
    const header = fc.string({ maxLength: 40 }).map((text) => text.replace(/[^\x21-\x7e ]/gu, "x").trim());
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("GET", "POST", "PATCH", "DELETE", "PUT", "HEAD"),
        path,
        query,
        header,
        async (method, target, search, accept) => {
          const reply = await call(method, target, {
            query: search,
            headers: { Accept: accept, Range: accept, "If-Match": accept },
          });
          expect(reply.status).toBeLessThan(500);
          const signed = await fetchRaw(call.ready.baseUrl, `/api/service/v2${target}`, {
            headers: { Authorization: accept },
          });
          expect(signed.status).toBeLessThan(500);
        },
      ),
      { numRuns: 200 },
    );
  });
});

/** What a caller may do with configurations, and what has to hold whatever the order. */
type Model = { ids: Set<string> };

class Create implements fc.AsyncCommand<Model, Client> {
  readonly #secret: string;
  constructor(secret: string) {
    this.#secret = secret;
  }
  check = () => true;
  async run(model: Model, call: Client): Promise<void> {
    const notifications = [{ typeName: "PAGER_DUTY", serviceKey: this.#secret }];
    const body = { eventTypeName: "HOST_DOWN", enabled: true, notifications };
    const reply = await call("POST", `/groups/${call.groupId}/alertConfigs`, { body });
    expect(reply.status).toBe(200);
    model.ids.add(reply.str("id"));
  }
  toString = () => `create(${this.#secret})`;
}

class Change implements fc.AsyncCommand<Model, Client> {
  readonly #action: "off" | "on" | "delete" | "replace";
  readonly #pick: number;
  constructor(action: "off" | "on" | "delete" | "replace", pick: number) {
    this.#action = action;
    this.#pick = pick;
  }
  check = (model: Readonly<Model>) => model.ids.size > 0;
  async run(model: Model, call: Client): Promise<void> {
    const id = [...model.ids][this.#pick % model.ids.size] ?? "";
    const path = `/groups/${call.groupId}/alertConfigs/${id}`;
    if (this.#action === "delete") {
      expect((await call("DELETE", path)).status).toBe(204);
      model.ids.delete(id);
    } else if (this.#action === "replace") {
      const stored = await call("GET", path);
      const notifications = [{ typeName: "PAGER_DUTY", notifierId: stored.at("notifications", 0, "notifierId") }];
      const body = { eventTypeName: "NO_PRIMARY", notifications };
      const reply = await call("PUT", path, { body });
      expect(reply.at("notifications", 0, "serviceKey")).toBe(stored.at("notifications", 0, "serviceKey"));
    } else {
      const enabled = this.#action === "on";
      expect((await call("PATCH", path, { body: { enabled } })).at("enabled")).toBe(enabled);
    }
  }
  toString = () => `${this.#action}(${this.#pick})`;
}

class Look implements fc.AsyncCommand<Model, Client> {
  check = () => true;
  async run(model: Model, call: Client): Promise<void> {
    const list = await call("GET", `/groups/${call.groupId}/alertConfigs`, { query: "itemsPerPage=500" });
    const ids = list.rows().map(({ id }) => String(id));
    expect(list.at("totalCount")).toBe(14 + model.ids.size);
    expect(new Set(ids).size).toBe(ids.length);
    expect(list.text).not.toContain("plain-secret");
    for (const id of model.ids) expect(ids).toContain(id);
    for (const row of list.rows()) {
      const one = await call("GET", `/groups/${call.groupId}/alertConfigs/${row["id"]}`);
      expect(one.json).toEqual(row);
    }
  }
  toString = () => "look";
}

test("any sequence of operations keeps lists and records agreeing, and secrets covered", async () => {
  const running = await service();
  const call = await clientOf(running.ready);
  const commands = fc.commands(
    [
      fc.nat().map((number) => new Create(`plain-secret-${number}-of-somebody`)),
      fc
        .tuple(fc.constantFrom("off", "on", "delete", "replace"), fc.nat())
        .map(([action, pick]) => new Change(action, pick)),
      fc.constant(new Look()),
    ],
    { maxCommands: 25 },
  );
  await fc.assert(
    fc.asyncProperty(commands, async (sequence) => {
      const { rows } = await call("GET", `/groups/${call.groupId}/alertConfigs`, { query: "itemsPerPage=500" });
      for (const { id } of rows().slice(14)) await call("DELETE", `/groups/${call.groupId}/alertConfigs/${id}`);
      await fc.asyncModelRun(() => ({ model: { ids: new Set<string>() }, real: call }), sequence);
    }),
    { numRuns: 30 },
  );
});
