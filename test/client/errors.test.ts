import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import type { BodyObject } from "../../src/contract/json/json.ts";
import { ClusterName, GroupId, SnapshotId } from "../../src/contract/schema/ids.ts";
import { Secret } from "../../src/contract/secret.ts";
import type { Connection } from "../../src/contract/wire/connection.ts";
import { AT_ONCE, failureOf } from "./outcome.ts";
import { ALERT_ID, CONFIG_ID, connectionTo, GROUP, json, page, refuse, scriptedServer } from "./scripted-server.ts";

const all = { params: { groupId: GROUP } };
const one = { params: { groupId: GROUP, alertId: ALERT_ID } };
const configuration = { params: { groupId: GROUP, alertConfigId: CONFIG_ID } };

const whole: BodyObject = {
  eventTypeName: "NO_PRIMARY",
  enabled: true,
  notifications: [
    { typeName: "EMAIL", emailAddress: "dba@example.com" },
    { typeName: "MONITORING", monitoringApiKey: new Secret("0123456789abcdef0123456789abcdef"), delayMin: 5 },
  ],
};

/** What the client makes of one refusal. */
async function refusedWith(
  answer: (response: ServerResponse) => void,
  write = false,
  changes: Partial<Connection> = {},
) {
  await using server = await scriptedServer((_request, response) => answer(response));
  const client = createClient(connectionTo(server.url, changes), {}, { ...AT_ONCE, repeats: 0 });
  const error = await failureOf(
    write ? client.call("updateAlertConfiguration", configuration, { body: whole }) : client.call("getAlert", one),
  );
  await client.close();
  return error;
}

describe("what is never sent", () => {
  test("anything of a client that was closed before its first request", async () => {
    await using server = await scriptedServer((_request, response) => json(response, 200, page([])));
    const client = createClient(connectionTo(server.url), {}, { ...AT_ONCE, repeats: 0 });
    await client.close();
    await failureOf(client.call("listAlerts", all));
    await failureOf(client.call("updateAlertConfiguration", configuration, { body: whole }));
    expect(server.received).toEqual([]);
  });

  test("a write over a read-only connection, and the source of the rule is named", async () => {
    await using server = await scriptedServer((_request, response) => json(response, 200, page([])));
    const client = createClient(connectionTo(server.url, { readOnly: { because: "profile prod", unlockable: false } }));
    const error = await failureOf(client.call("acknowledgeAlert", one, { body: { unacknowledgeAlert: true } }));
    await client.call("listAlerts", all);
    await client.close();
    expect(error.kind).toBe("read-only");
    expect(error.explain().why).toContain("profile prod");
    expect(server.received.map((request) => request.method)).toEqual(["GET"]);
  });

  test("a write over a production connection, but for the time in which a person allows it", async () => {
    await using server = await scriptedServer((_request, response) => json(response, 200, page([])));
    const silence = { body: { unacknowledgeAlert: true } };
    for (const unlockable of [true, false]) {
      const client = createClient(connectionTo(server.url, { readOnly: { because: "profile prod", unlockable } }));
      const kind = async () => (await failureOf(client.call("acknowledgeAlert", one, silence))).kind;
      expect(await kind()).toBe("read-only");
      client.allowWritesUntil(Date.now() + 60_000);
      // What comes back is no alert, and that is another failure: it was sent.
      expect(await kind()).toBe(unlockable ? "unreadable" : "read-only");
      client.allowWritesUntil(Date.now() - 1);
      expect(await kind()).toBe("read-only");
      await client.close();
    }
    expect(server.received.map((request) => request.method)).toEqual(["PATCH"]);
  });

  test.each(["http://service.example.com", "http://192.0.2.1:8080", "http://127.0.0.1.example.com"])(
    "credentials to %s",
    async (address) => {
      const client = createClient(connectionTo(new URL(address)));
      const error = await failureOf(client.call("listAlerts", all));
      await client.close();
      expect(error.kind).toBe("insecure");
      expect(error.explain().why).toContain(new URL(address).host);
    },
  );

  test("a service account's secret to a token endpoint without TLS", async () => {
    const client = createClient(
      connectionTo(new URL("https://service.example.com"), {
        tokenUrl: new URL("http://login.example.com/token"),
        credentials: { kind: "oauth2", clientId: "id", clientSecret: new Secret("of-the-account") },
      }),
    );
    const error = await failureOf(client.call("listAlerts", all));
    await client.close();
    expect(error.facts).toMatchObject({ kind: "insecure", host: "login.example.com" });
  });

  test.each([
    ["a wrong id", { groupId: GroupId.of("ABC") }, ["groupId"]],
    ["no id", { groupId: GroupId.of("") }, ["groupId"]],
  ])("a path with %s", async (_name, params, path) => {
    const client = createClient(connectionTo(new URL("http://127.0.0.1:9")));
    const error = await failureOf(client.call("listAlerts", { params }));
    await client.close();
    expect(error.kind).toBe("invalid");
    expect(error.fields[0]?.path).toEqual(path);
  });

  test("a name that would lead an address elsewhere", async () => {
    const client = createClient(connectionTo(new URL("http://127.0.0.1:9")));
    for (const name of [".", ".."]) {
      const error = await failureOf(client.call("getProjectByName", { params: { name } }));
      expect(error).toMatchObject({ kind: "invalid", fields: [{ path: ["name"] }] });
    }
    await client.close();
  });

  test("a body that breaks the contract, with the place of each fault", async () => {
    const client = createClient(connectionTo(new URL("http://127.0.0.1:9")));
    const body = {
      eventTypeName: "NO_PRIMARY",
      notifications: [{ typeName: "EMAIL", emailAddress: "dba@example.com", intervalMin: 1 }, { typeName: "GROUP" }],
      extra: 1,
    };
    const error = await failureOf(client.call("createAlertConfiguration", all, { body }));
    await client.close();
    expect(error.kind).toBe("invalid");
    expect(error.fields.map((field) => field.path)).toEqual([
      ["notifications", 0, "intervalMin"],
      ["extra"],
      ["notifications", 1, "emailEnabled"],
    ]);
    expect(error.explain().why).toContain("And 2 more");
  });

  test("what a stored document holds already is no fault when it goes back", async () => {
    const body = {
      future: { a: 1 },
      eventTypeName: "NO_PRIMARY",
      notifications: [{ typeName: "CARRIER_PIGEON", loft: 7 }],
    };
    const stored = { id: CONFIG_ID, links: [], ...body };
    await using server = await scriptedServer((_request, response) => json(response, 200, stored));
    const client = createClient(connectionTo(server.url));
    await client.call("updateAlertConfiguration", configuration, { body, received: stored });
    await client.close();
    expect(JSON.parse(server.received[0]?.body ?? "")).toEqual(body);
  });

  test("a body where none belongs, none where one belongs, and unknown or wrong query parameters", async () => {
    const client = createClient(connectionTo(new URL("http://127.0.0.1:9")));
    const { listAlerts, acknowledgeAlert } = (await import("../../src/contract/operations.ts")).operations;
    const params = { groupId: GROUP, alertId: ALERT_ID };
    const kinds = [
      await failureOf(client.callOperation(listAlerts, { params: { groupId: GROUP }, body: {} })),
      await failureOf(client.callOperation(acknowledgeAlert, { params })),
      await failureOf(client.callOperation(listAlerts, { params })),
      await failureOf(client.callOperation(listAlerts, { params: { groupId: GROUP }, query: { status: "LOUD" } })),
      await failureOf(client.callOperation(listAlerts, { params: { groupId: GROUP }, query: { colour: "red" } })),
      await failureOf(client.callOperation(listAlerts, { params: { groupId: GROUP }, query: { envelope: true } })),
      await failureOf(client.callOperation(listAlerts, { params: { groupId: GROUP }, query: { constructor: "x" } })),
    ];
    await client.close();
    expect(kinds.map((error) => error.kind)).toEqual(kinds.map(() => "invalid"));
    expect(kinds[5]?.explain().why).toContain("envelope: not supported by Sextant");
  });
});

describe("what a refusal says", () => {
  test("a missing role is named, for 401 and for 403", async () => {
    for (const [status, code] of [
      [401, "USER_UNAUTHORIZED"],
      [401, "NOT_ORG_GROUP_CREATOR"],
      [401, "SERVICE_USER_UNAUTHORIZED"],
      [403, "ACCESS_FORBIDDEN"],
      [403, "CANNOT_CHANGE_GROUP_NAME"],
    ] as const) {
      const error = await refusedWith((response) => refuse(response, status, code, "No."), true);
      expect(error.explain().why).toContain("It requires the role Organization Owner or Project Owner");
    }
  });

  test.each(["IP_ADDRESS_NOT_ON_ACCESS_LIST", "IP_ADDRESS_NOT_ON_WHITELIST", "ATLAS_RESOURCE_REQUIRES_ACCESS_LIST"])(
    "%s is about the address",
    async (code) => {
      const error = await refusedWith((response) => refuse(response, 403, code, "Address 192.0.2.7 is not allowed."));
      expect(error.explain().why).toContain("192.0.2.7");
      expect(error.explain().next).toContain("access list");
    },
  );

  test.each([500, 502, 503, 504])("a %i is a fault of the service, and no refusal", async (status) => {
    const error = await refusedWith((response) => refuse(response, status, "UNEXPECTED_ERROR", "Some reason"));
    expect(error.explain().what).toBe("Get alert: the service failed.");
    expect(error.explain().next).toContain("The error is in the service.");
  });

  test("a plan that lacks the feature is not taken for a missing role", async () => {
    const error = await refusedWith((response) => refuse(response, 403, "FEATURE_UNSUPPORTED", "Not in this plan."));
    expect(error.explain()).toMatchObject({ why: "Not in this plan." });
  });

  test.each([402, 404, 405, 406, 409, 410, 418])(
    "a %i has three sentences and keeps code and detail",
    async (status) => {
      const error = await refusedWith((response) => refuse(response, status, "SOME_CODE", "Some reason"));
      const { what, why, next } = error.explain();
      expect(what).toBe("Get alert: refused by the service.");
      expect(why).toContain("Some reason");
      expect(next).toMatch(/\.$/u);
      expect(error).toMatchObject({ code: "SOME_CODE", detail: "Some reason", status });
    },
  );

  test("what was withdrawn names what the specification has in its place", async () => {
    const params = {
      groupId: GROUP,
      clusterName: ClusterName.parse("functions"),
      snapshotId: SnapshotId.parse(ALERT_ID),
    };
    await using server = await scriptedServer((_request, response) =>
      refuse(response, 410, "VERSION_GONE", "It is withdrawn."),
    );
    const client = createClient(connectionTo(server.url));
    const error = await failureOf(client.call("getServerlessBackup", { params }));
    const other = await failureOf(client.call("getAlert", one));
    await client.close();
    expect(error.explain().why).toMatch(/^Replaced by getFlexBackup\. .* It is withdrawn\.$/u);
    expect(error.explain().next).toBe("A newer Sextant may support getFlexBackup.");
    expect(other.explain().next).toBe("A newer Sextant may support the current version.");
  });

  test("its reason alone leaves out what was asked, and that refused by the service", async () => {
    const no = await refusedWith((response) => refuse(response, 404, "ALERT_NOT_FOUND", "There is none"));
    expect(no.reason).toBe("There is none.");
    const failed = await refusedWith((response) => refuse(response, 500, "UNEXPECTED_ERROR", "Some reason"));
    expect(failed.reason).toBe("the service failed. Some reason.");
  });

  test("advice about a read is about reading, about a write it is to correct and send", async () => {
    const odd = (response: ServerResponse): void => refuse(response, 418, "ODD", "No");
    expect((await refusedWith(odd)).explain().next).toBe("Refresh, or change the filter or name.");
    expect((await refusedWith(odd, true)).explain().next).toBe("Correct it and send it again.");
  });

  test("a service under upgrade says so", async () => {
    const error = await refusedWith(
      (response) => refuse(response, 405, "WRITES_NOT_ALLOWED_DURING_APP_UPGRADES", "x"),
      true,
    );
    expect(error.explain().why).toContain("upgraded");
  });

  test.each([
    ["a status in text", { error: "401" }],
    ["parameters that are an object", { parameters: { role: "GROUP_OWNER" } }],
    ["parameters that are a text", { parameters: "GROUP_OWNER" }],
    ["field errors that are a text", { badRequestDetail: "none" }],
  ])("%s leaves the rest of the document readable", async (_name, odd) => {
    const error = await refusedWith((response) => refuse(response, 401, "USER_UNAUTHORIZED", "No role.", {}, odd));
    expect(error).toMatchObject({ code: "USER_UNAUTHORIZED", detail: "No role." });
    expect(error.explain().why).toMatch(/role/u);
  });

  test("an error without a document has its status, and the code of the header", async () => {
    const error = await refusedWith((response) => {
      response.writeHead(404, { "x-error-code": "ALERT_NOT_FOUND" });
      response.end();
    });
    expect(error).toMatchObject({ kind: "refused", status: 404, code: "ALERT_NOT_FOUND", document: null });
  });

  test("a list that is not at its address sends a person to base URL and dialect", async () => {
    await using server = await scriptedServer((_request, response) =>
      refuse(response, 404, "RESOURCE_NOT_FOUND", "Cannot find resource"),
    );
    const client = createClient(connectionTo(server.url), {}, { ...AT_ONCE, repeats: 0 });
    const error = await failureOf(client.call("listAlerts", all));
    await client.close();
    expect(error.explain().next).toContain("check the base URL and the dialect");
  });

  test("a 404 that is not the service's own sends a person to the address", async () => {
    const error = await refusedWith((response) => {
      response.writeHead(404, { "content-type": "text/html" });
      response.end("<html>Not found</html>");
    });
    expect(error.explain().next).toContain("base URL and the dialect");
  });

  test("a redirect is not followed", async () => {
    const error = await refusedWith((response) => {
      response.writeHead(302, { location: "http://elsewhere.example.com/" });
      response.end();
    });
    expect(error).toMatchObject({ kind: "unreadable", status: 302 });
    expect(error.explain().why).toBe(
      "The server redirects to elsewhere.example.com: redirects are not followed, to protect the credentials.",
    );
  });

  test("control characters of a refusal reach nobody", async () => {
    const error = await refusedWith((response) =>
      refuse(response, 400, "BAD\u001b[2J", "Wrong\u001b]0;x\u0007 \u202ename"),
    );
    expect(JSON.stringify([error.message, error.explain(), error.code, error.detail])).not.toMatch(
      /\\u001b|\\u0007|\u202e/u,
    );
  });
});

describe("the fields of a refusal", () => {
  const fields = (...names: string[]) => ({
    badRequestDetail: { fields: names.map((field) => ({ field, description: "is wrong" })) },
  });

  test.each([
    ["notifications[1].delayMin", ["notifications", 1, "delayMin"]],
    ["notifications.1.delayMin", ["notifications", 1, "delayMin"]],
    ["/notifications/1/delayMin", ["notifications", 1, "delayMin"]],
    ["$.notifications[1].delayMin", ["notifications", 1, "delayMin"]],
    ["eventTypeName", ["eventTypeName"]],
  ])("%s leads to its place", async (name, path) => {
    const error = await refusedWith(
      (response) => refuse(response, 400, "VALIDATION_ERROR", "Wrong.", {}, fields(name)),
      true,
    );
    expect(error.fields).toEqual([{ path, message: "is wrong" }]);
  });

  test("names of the other dialect are brought back", async () => {
    const more = fields("notifications[1].datadogApiKey", "notifications[0].datadogRegion");
    const error = await refusedWith((response) => refuse(response, 400, "VALIDATION_ERROR", "Wrong.", {}, more), true, {
      dialect: "atlas",
    });
    expect(error.fields.map((field) => field.path)).toEqual([
      ["notifications", 1, "monitoringApiKey"],
      ["notifications", 0, "monitoringRegion"],
    ]);
  });

  test.each([
    ["Invalid value for attribute delayMin", {}, ["notifications", 1, "delayMin"]],
    ["Invalid attribute", { parameters: ["monitoringApiKey"] }, ["notifications", 1, "monitoringApiKey"]],
    ["Attribute 'enabled' is read only", {}, ["enabled"]],
    ["Parameter groupId is malformed", {}, ["groupId"]],
  ])("%s (%j) is found by its name", async (detail, more, path) => {
    const error = await refusedWith((response) => refuse(response, 400, "INVALID_ATTRIBUTE", detail, {}, more), true);
    expect(error.fields.map((field) => field.path)).toEqual([path]);
  });

  test("words of everyday speech are no fields", async () => {
    const error = await refusedWith(
      (response) => refuse(response, 400, "ATLAS_GENERAL_ERROR", "The region is not enabled, and roles are missing"),
      true,
    );
    expect(error.fields).toEqual([]);
  });
});

describe("answers that cannot be read", () => {
  const page200 =
    (text: string, type = "application/json") =>
    (response: ServerResponse) => {
      response.writeHead(200, { "content-type": type });
      response.end(text);
    };

  test.each([
    ["a page", "<html><body>Sign in</body></html>", "web page"],
    ["JSON that cut off", '{"id": "65f0', "Incomplete"],
    ["text", "OK", "not JSON"],
    ["nothing", "", "empty"],
    ["another document", '{"name": 1}', "id"],
    ["a key that is never accepted", `{"id":"${ALERT_ID}","__proto__":{}}`, "__proto__"],
    ["a well without bottom", "[".repeat(200) + "]".repeat(200), "nested deeper"],
  ])("%s is said to be that", async (_name, text, words) => {
    const error = await refusedWith(page200(text));
    expect(error.kind).toBe("unreadable");
    expect(error.explain().why).toContain(words);
  });

  const refusedDocument = '{"error":404,"errorCode":"ALERT_CONFIG_NOT_FOUND","reason":"Not Found","detail":"…"}';

  test("an error document is none, whatever the status and whatever else stands in it", async () => {
    for (const text of [refusedDocument, `{"results":[],${refusedDocument.slice(1)}`]) {
      await using server = await scriptedServer((_request, response) => page200(text)(response));
      const client = createClient(connectionTo(server.url), {}, AT_ONCE);
      const error = await failureOf(client.call("listAlerts", all));
      await client.close();
      expect(error.kind).toBe("unreadable");
      expect(error.explain().why).toContain("an error document: ALERT_CONFIG_NOT_FOUND");
    }
  });

  test.each([
    ["a page of a login", "<html><body>Sign in</body></html>", "web page", "unknown-result"],
    ["text", "OK", "not JSON", "unknown-result"],
    ["an error document", refusedDocument, "ALERT_CONFIG_NOT_FOUND", "unknown-result"],
    ["JSON that is cut off", '{"id": "65f0', "Incomplete", "unreadable"],
  ])("%s does not say that a delete was done", async (_name, text, words, kind) => {
    await using server = await scriptedServer((_request, response) => page200(text)(response));
    const client = createClient(connectionTo(server.url), {}, AT_ONCE);
    const args = { params: { groupId: GROUP, alertConfigId: CONFIG_ID } };
    const error = await failureOf(client.call("deleteAlertConfiguration", args));
    await client.close();
    expect(error).toMatchObject({ kind, mayHaveHappened: true });
    expect(error.explain().why).toContain(words);
    expect(server.received).toHaveLength(1);
  });

  test("a page with 502 is a fault of the service, not of the reader", async () => {
    const error = await refusedWith((response) => {
      response.writeHead(502, { "content-type": "text/html" });
      response.end("<html>Bad gateway</html>");
    });
    expect(error).toMatchObject({ kind: "refused", status: 502 });
  });

  test("something that is not HTTP is said to be that", async () => {
    await using server = await scriptedServer((_request, response) => {
      response.socket?.end("220 mail.example.com ESMTP\r\n");
    });
    const client = createClient(connectionTo(server.url), {}, { ...AT_ONCE, repeats: 0 });
    const error = await failureOf(client.call("listAlerts", all));
    await client.close();
    expect(error.kind).toBe("unreadable");
  });

  test("an unknown host and an untrusted one are told apart", async () => {
    const client = createClient(connectionTo(new URL("https://no-such-host.invalid")), {}, { ...AT_ONCE, repeats: 0 });
    const error = await failureOf(client.call("listAlerts", all));
    await client.close();
    expect(error.kind).toBe("unreachable");
    expect(error.explain().why).toContain("no-such-host.invalid");
  });
});
