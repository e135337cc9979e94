import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { curlOf } from "../../src/client/curl.ts";
import { requestLineOf } from "../../src/client/request.ts";
import type { BodyObject } from "../../src/contract/json/json.ts";
import { operations } from "../../src/contract/operations.ts";
import { Secret } from "../../src/contract/secret.ts";
import { isPrintable } from "../../src/text/printable.ts";
import { ALERT_ID, CONFIG_ID, connectionTo, GROUP } from "./scripted-server.ts";

const { acknowledgeAlert, createAlertConfiguration, deleteAlertConfiguration, listAlerts, updateAlertConfiguration } =
  operations;
const connection = connectionTo(new URL("http://127.0.0.1:8080"));
const one = { groupId: GROUP, alertId: ALERT_ID };

const withSecrets: BodyObject = {
  eventTypeName: "NO_PRIMARY",
  notifications: [
    { typeName: "EMAIL", emailAddress: "o'brien@example.com" },
    {
      typeName: "WEBHOOK",
      webhookUrl: new Secret("https://hooks.example.com/$(id)"),
      webhookSecret: "plain 'text' secret",
    },
  ],
};

/** What a shell hands to curl: its words, and in place of what comes another way what stood there. */
function words(command: string, env: Record<string, string>): string[] {
  const printer = `
    const fs = require("node:fs");
    const given = process.argv.slice(1);
    const fd = given[1] === "-" ? 0 : 3;
    const told = given.map((word) => (word === "@-" ? fs.readFileSync(0, "utf8").trimEnd() : word));
    process.stdout.write(JSON.stringify([...told, fs.readFileSync(fd, "utf8").trimEnd()]));`;
  const output = execFileSync("sh", ["-c", command.replace(/^curl/u, '"$NODE" -e "$PRINTER" --')], {
    env: { ...env, NODE: process.execPath, PRINTER: printer },
    encoding: "utf8",
  });
  const parsed: unknown = JSON.parse(output);
  if (!Array.isArray(parsed)) throw new TypeError("the words are a list");
  return parsed.map(String);
}

/** The line that says who asks, which never stands on the command line. */
const loginOf = (list: readonly string[]): string => list.at(-1) ?? "";

const valuesOf = (list: readonly string[], name: string): string[] =>
  list.flatMap((word, index) => (list[index - 1] === name ? [word] : []));

describe("the first line of a request", () => {
  test("is the method and the path as they go over the wire", () => {
    expect(requestLineOf(connection, acknowledgeAlert, { params: one, body: { acknowledgementComment: "x" } })).toEqual(
      {
        method: "PATCH",
        path: `/api/service/v2/groups/${GROUP}/alerts/${ALERT_ID}`,
        query: "",
      },
    );
    const query = { status: "OPEN", pageNum: undefined };
    expect(requestLineOf(connection, listAlerts, { params: { groupId: GROUP }, query })).toMatchObject({
      query: "?status=OPEN",
    });
  });
});

describe("the curl command", () => {
  test("is the whole request, for digest", () => {
    expect(curlOf(connection, acknowledgeAlert, { params: one, body: { acknowledgementComment: "it's full" } })).toBe(
      "curl --config - --digest --request PATCH " +
        "--header 'accept: application/vnd.service.2025-03-12+json' --header 'content-type: application/vnd.service.2025-03-12+json' " +
        `--data-binary '{"acknowledgementComment":"it'\\''s full"}' http://127.0.0.1:8080/api/service/v2/groups/${GROUP}/alerts/${ALERT_ID} <<LOGIN\n` +
        'user = "$SEXTANT_PUBLIC_KEY:$SEXTANT_PRIVATE_KEY"\nLOGIN',
    );
  });

  test("is a plain one for a GET, with a bearer token and an authority of one's own", () => {
    const account = { kind: "oauth2", clientId: "id", clientSecret: new Secret("of-the-account") } as const;
    const command = curlOf({ ...connection, credentials: account, ca: "PEM", dialect: "atlas" }, listAlerts, {
      params: { groupId: GROUP },
      query: { status: "OPEN" },
    });
    expect(words(command, { SEXTANT_ACCESS_TOKEN: "t", SEXTANT_CA_FILE: "/ca.pem" })).toEqual([
      "--config",
      "-",
      "--cacert",
      "/ca.pem",
      "--header",
      "accept: application/vnd.atlas.2025-03-12+json",
      `http://127.0.0.1:8080/api/atlas/v2/groups/${GROUP}/alerts?status=OPEN`,
      'header = "Authorization: Bearer t"',
    ]);
  });

  test("lets the shell fill the secrets in, whatever characters they have", () => {
    const command = curlOf(connection, createAlertConfiguration, { params: { groupId: GROUP }, body: withSecrets });
    expect(command).not.toMatch(/hooks\.example|plain/u);
    const given = words(command, {
      SEXTANT_PUBLIC_KEY: "k",
      SEXTANT_PRIVATE_KEY: "p $x `y`",
      NOTIFICATIONS_1_WEBHOOK_URL: "https://hooks.example.com/$(id)",
      NOTIFICATIONS_1_WEBHOOK_SECRET: "plain 'text' secret",
    });
    expect(loginOf(given)).toBe('user = "k:p $x `y`"');
    expect(JSON.parse(valuesOf(given, "--data-binary")[0] ?? "")).toEqual({
      eventTypeName: "NO_PRIMARY",
      notifications: [
        { typeName: "EMAIL", emailAddress: "o'brien@example.com" },
        { typeName: "WEBHOOK", webhookUrl: "https://hooks.example.com/$(id)", webhookSecret: "plain 'text' secret" },
      ],
    });
  });

  test("says what a body means to a shell, for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const comment = text.toWellFormed().replaceAll("\0", "");
        const command = curlOf(connection, acknowledgeAlert, {
          params: one,
          body: { acknowledgementComment: comment },
        });
        const given = words(command, { SEXTANT_PUBLIC_KEY: "k", SEXTANT_PRIVATE_KEY: "p" });
        expect(JSON.parse(valuesOf(given, "--data-binary")[0] ?? "")).toEqual({ acknowledgementComment: comment });
      }),
      { numRuns: 30 },
    );
  });

  test("holds nothing that a terminal acts on, for any text: pasted into a shell it is what it says", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.boolean(), (text, hasSecret) => {
        const secret = hasSecret ? { notifications: [{ typeName: "WEBHOOK", webhookSecret: new Secret("s") }] } : {};
        const command = curlOf(connection, createAlertConfiguration, {
          params: { groupId: GROUP },
          body: {
            eventTypeName: text.toWellFormed(),
            [`\u009b${text.toWellFormed()}`]: "$(id)`id`\u007f\u202e",
            ...secret,
          },
        });
        for (const line of command.split("\n")) expect(isPrintable(line), JSON.stringify(line)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  test("has its secrets from the shell past the command line, and the rest of such a body as it is", () => {
    const comment = '$(id) `id` \\ \u007f\u009b "quoted"';
    const command = curlOf(connection, createAlertConfiguration, {
      params: { groupId: GROUP },
      body: { ...withSecrets, eventTypeName: comment },
    });
    const shown = execFileSync("sh", ["-c", command.replace(/^curl/u, "echo").replace(/\/dev\/fd\/3/u, "x")], {
      env: { SEXTANT_PUBLIC_KEY: "key-1", SEXTANT_PRIVATE_KEY: "key-2", NOTIFICATIONS_1_WEBHOOK_SECRET: "key-3" },
      encoding: "utf8",
    });
    expect(shown).not.toMatch(/key-\d/u);
    const given = words(command, { NOTIFICATIONS_1_WEBHOOK_URL: "u", NOTIFICATIONS_1_WEBHOOK_SECRET: "key-3" });
    expect(JSON.parse(valuesOf(given, "--data-binary")[0] ?? "")).toMatchObject({
      eventTypeName: comment,
      notifications: [{}, { webhookUrl: "u", webhookSecret: "key-3" }],
    });
  });

  test("of a delete has no body", () => {
    const command = curlOf(connection, deleteAlertConfiguration, {
      params: { groupId: GROUP, alertConfigId: CONFIG_ID },
    });
    expect(command).toContain("--request DELETE");
    expect(command).not.toContain("--data");
  });

  test("writes the other dialect as it goes over the wire", () => {
    const body = {
      eventTypeName: "NO_PRIMARY",
      notifications: [{ typeName: "MONITORING", monitoringApiKey: new Secret("k".repeat(32)) }],
    };
    const command = curlOf({ ...connection, dialect: "atlas" }, updateAlertConfiguration, {
      params: { groupId: GROUP, alertConfigId: CONFIG_ID },
      body,
    });
    expect(command).toContain('"datadogApiKey":"$NOTIFICATIONS_0_MONITORING_API_KEY"');
  });
});
