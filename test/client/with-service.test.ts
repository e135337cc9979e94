import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { walkPages } from "../../src/client/answers/pages.ts";
import { type Client, createClient } from "../../src/client/client.ts";
import type { WaitEvent } from "../../src/client/hooks.ts";
import { isJsonObject, type Json, type JsonObject } from "../../src/contract/json/json.ts";
import type { ArgsOf } from "../../src/contract/operations.ts";
import { AlertId, GroupId } from "../../src/contract/schema/ids.ts";
import { Secret } from "../../src/contract/secret.ts";
import type { Connection, Credentials } from "../../src/contract/wire/connection.ts";
import type { DialectId } from "../../src/contract/wire/dialect.ts";
import type { DigestAlgorithm } from "../../src/service/auth/digest.ts";
import { type RunningService, startService } from "../../src/service/service.ts";
import { AT_ONCE, failureOf } from "./outcome.ts";
import { connectionTo } from "./scripted-server.ts";

/** Every way to talk to the real service of this project. */
const WAYS: readonly (readonly [DialectId, DigestAlgorithm, Credentials["kind"]])[] = [
  ["specification", "MD5", "digest"],
  ["specification", "SHA-256", "digest"],
  ["specification", "MD5", "oauth2"],
  ["atlas", "SHA-256", "digest"],
  ["atlas", "MD5", "oauth2"],
];

const objectOf = (value: Json): JsonObject => {
  if (!isJsonObject(value)) throw new TypeError("an object was expected");
  return value;
};

/** What goes back of a received configuration: everything but what the service alone writes. */
function editable(raw: Json): JsonObject {
  const readOnly = ["id", "groupId", "created", "updated", "links"];
  return Object.fromEntries(Object.entries(objectOf(raw)).filter(([key]) => !readOnly.includes(key)));
}

describe.each(WAYS)("the service in the dialect %s, with %s digests, asked by %s", (dialect, digest, kind) => {
  let service: RunningService;
  let client: Client;
  let connection: Connection;
  const waits: WaitEvent[] = [];

  beforeAll(async () => {
    service = await startService({ place: ":memory:", dialect, digest, quiet: true, size: { alerts: 120 } });
    const { ready } = service;
    const credentials: Credentials =
      kind === "digest"
        ? { kind, publicKey: ready.publicKey, privateKey: new Secret(ready.privateKey) }
        : { kind, clientId: ready.clientId, clientSecret: new Secret(ready.clientSecret) };
    connection = connectionTo(new URL(ready.baseUrl), { dialect, credentials, tokenUrl: new URL(ready.tokenUrl) });
    client = createClient(connection, { onWait: (event) => waits.push(event) });
  });

  afterAll(async () => {
    await client.close();
    await service.stop();
  });

  const here = () => ({ groupId: GroupId.of(service.ready.groupId) });

  test("lists, gets and tells what stands beside an answer", async () => {
    const list = await client.call("listAlerts", { params: here(), query: { status: "OPEN" } });
    expect(list.data.results.length).toBeGreaterThan(0);
    expect(list.data.results.every((alert) => alert.status === "OPEN")).toBe(true);
    expect(list).toMatchObject({ sandbox: true, speed: 1, isDeprecated: false });
    expect(list.budget?.limit).toBeGreaterThan(0);
    expect(list.at.server).not.toBeNull();
    const [first] = list.data.results;
    const one = await client.call("getAlert", { params: { ...here(), alertId: AlertId.of(first?.id ?? "") } });
    expect(one.data.id).toBe(first?.id);
  });

  test("fifty calls at once all succeed, and none is tried twice", async () => {
    waits.length = 0;
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => client.call("listAlertConfigurations", { params: here() })),
    );
    expect(new Set(answers.map((answer) => answer.data.results.length)).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(waits).toEqual([]);
  });

  test("pages of any size hold every alert once", async () => {
    const ids = async (itemsPerPage: number) => {
      const found: string[] = [];
      const all: ArgsOf<"listAlerts"> = { params: here() };
      const page = (pageNum: number) =>
        client.call("listAlerts", Object.assign({}, all, { query: { itemsPerPage, pageNum } }));
      for await (const { rows } of walkPages("listAlerts", page, itemsPerPage)) found.push(...rows.map(({ id }) => id));
      return found;
    };
    const whole = await ids(500);
    expect(whole).toHaveLength(120);
    expect(await ids(7)).toEqual(whole);
    expect(await ids(120)).toEqual(whole);
  });

  test("a configuration goes back as it came, masks left out, and nothing else changes", async () => {
    const list = await client.call("listAlertConfigurations", { params: here() });
    for (const { id } of list.data.results) {
      const params = { ...here(), alertConfigId: id };
      const before = await client.call("getAlertConfiguration", { params });
      const received = objectOf(before.raw);
      const notifications = received["notifications"];
      const body = {
        ...editable(received),
        notifications: Array.isArray(notifications)
          ? notifications.map((each: Json) =>
              Object.fromEntries(
                Object.entries(objectOf(each)).filter(([, value]) => !String(value).startsWith("****")),
              ),
            )
          : [],
      };
      const after = await client.call("updateAlertConfiguration", { params }, { body, received });
      expect(editable(after.raw)).toEqual(editable(before.raw));
    }
    expect(list.data.results.length).toBeGreaterThan(10);
  });

  test("creates, toggles and deletes; a secret comes back masked", async () => {
    const key = "0123456789abcdef0123456789abcdef";
    const created = await client.call(
      "createAlertConfiguration",
      { params: here() },
      {
        body: {
          eventTypeName: "NO_PRIMARY",
          enabled: true,
          notifications: [
            {
              typeName: "MONITORING",
              monitoringApiKey: new Secret(key),
              monitoringRegion: "EU",
              delayMin: 5,
              intervalMin: 60,
            },
          ],
        },
      },
    );
    expect(created.data.notifications?.[0]).toMatchObject({
      typeName: "MONITORING",
      monitoringApiKey: `${"*".repeat(28)}cdef`,
    });
    const params = { ...here(), alertConfigId: created.data.id };
    const off = await client.call("toggleAlertConfiguration", { params }, { body: { enabled: false } });
    expect(off.data.enabled).toBe(false);
    const deletion = await client.call("deleteAlertConfiguration", { params });
    expect(deletion).toMatchObject({ status: 204, data: undefined });
    const error = await failureOf(client.call("getAlertConfiguration", { params }));
    expect(error).toMatchObject({ kind: "refused", status: 404, code: "ALERT_CONFIG_NOT_FOUND" });
  });

  test("what only the service can know to be wrong leads to its field", async () => {
    const error = await failureOf(
      client.call(
        "createAlertConfiguration",
        { params: here() },
        {
          body: {
            eventTypeName: "NO_SUCH_EVENT",
            notifications: [{ typeName: "EMAIL", emailAddress: "dba@example.com" }],
          },
        },
      ),
    );
    expect(error.kind).toBe("refused");
    expect(error.fields[0]?.path).toEqual(["eventTypeName"]);
  });

  test("a wrong secret is told from a missing project", async () => {
    const credentials: Credentials =
      connection.credentials.kind === "digest"
        ? { ...connection.credentials, privateKey: new Secret("wrong-from-the-start") }
        : { ...connection.credentials, clientSecret: new Secret("wrong-from-the-start") };
    const stranger = createClient({ ...connection, credentials }, {}, AT_ONCE);
    const refused = await failureOf(stranger.call("listAlerts", { params: here() }));
    await stranger.close();
    expect(refused.kind).toBe("refused");
    expect(`${refused.explain().why} ${refused.explain().next}`).toMatch(/credentials|client id and secret/u);
    const absent = await failureOf(
      client.call("listAlerts", { params: { groupId: GroupId.of("65f000000000000000000000") } }),
    );
    expect(absent).toMatchObject({ status: 404, code: "GROUP_NOT_FOUND" });
  });

  test("a caller with less is told the role that it lacks", async () => {
    const { ready } = service;
    const made = await fetch(`${ready.controlUrl}/keys`, {
      method: "POST",
      headers: { authorization: `Bearer ${ready.controlToken}`, "content-type": "application/json" },
      body: JSON.stringify({ kind: "key", projects: { [ready.groupId]: ["Project Read Only"] } }),
    });
    const key: unknown = await made.json();
    const reader = createClient({
      ...connection,
      credentials: {
        kind: "digest",
        publicKey: textOf(key, "publicKey"),
        privateKey: new Secret(textOf(key, "privateKey")),
      },
    });
    const list = await reader.call("listAlerts", { params: here(), query: { status: "OPEN" } });
    const params = { ...here(), alertId: AlertId.of(list.data.results[0]?.id ?? "") };
    const error = await failureOf(reader.call("acknowledgeAlert", { params }, { body: { unacknowledgeAlert: true } }));
    await reader.close();
    expect(error.status).toBe(401);
    expect(error.explain().why).toContain("Organization Owner or Project Owner");
  });
});

function textOf(value: unknown, name: string): string {
  const found: unknown = typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
  if (typeof found !== "string") throw new TypeError(`no ${name}`);
  return found;
}
