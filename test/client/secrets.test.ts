import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { curlOf } from "../../src/client/curl.ts";
import { ServiceError } from "../../src/client/errors/service-error.ts";
import type { BodyObject } from "../../src/contract/json/json.ts";
import { operations } from "../../src/contract/operations.ts";
import { Secret } from "../../src/contract/secret.ts";
import type { Credentials } from "../../src/contract/wire/connection.ts";
import { AT_ONCE } from "./outcome.ts";
import { connectionTo, GROUP, json, refuse, type Script, scriptedServer } from "./scripted-server.ts";

/** Secrets as people have them, and a little worse. None is so short that it stands in ordinary sentences by chance. */
const secretText = fc
  .string({ unit: "grapheme", minLength: 6, maxLength: 40 })
  .map((text) => `Z${text.toWellFormed()}7`)
  .filter((text) => !text.includes("\0"));

/** Ways in which a service answers a write; each repeats what it was sent wherever it can. */
const ECHOES: Readonly<Record<string, Script>> = {
  "an error document": ({ body, headers }, response) =>
    refuse(
      response,
      400,
      `CODE ${body}`,
      `Not accepted: ${body} ${headers.authorization}`,
      {},
      {
        parameters: [body],
        [body]: body,
        badRequestDetail: { fields: [{ field: `a.${body}`, description: body }] },
      },
    ),
  "a fault": ({ body }, response) => json(response, 500, { errorCode: body, detail: body }),
  "text of its own": ({ body, headers }, response) => {
    response.writeHead(400, { "content-type": "text/plain" });
    response.end(`${body} ${headers.authorization}`);
  },
  "an answer that is not the contract's": ({ body }, response) => json(response, 200, { id: 7, [body]: body }),
  "JSON that cut off": ({ body }, response) => response.end(`{"${body}`),
  "no answer": (_request, response) => response.socket?.destroy(),
  "a demand for other credentials": ({ headers }, response) =>
    refuse(response, 401, "UNEXPECTED_ERROR", `Not ${headers.authorization}`, { "www-authenticate": "Negotiate" }),
};

/** Every text that a value shows in any of the usual ways. */
const shown = (value: unknown): string =>
  [inspect(value, { depth: 8 }), JSON.stringify(value) ?? "", String(value)].join("\n");

describe.each(Object.entries(ECHOES))("a service that answers a write with %s", (_name, echo) => {
  test("gets no secret into an error, an event, a review or a command", async () => {
    await using server = await scriptedServer((request, response, turn) => {
      if (request.target.endsWith("/token")) {
        const decoded = Buffer.from(request.headers.authorization?.replace(/^Basic /u, "") ?? "", "base64").toString();
        json(response, 200, { access_token: `token-${Buffer.from(decoded).toString("hex")}`, token_type: "Bearer" });
      } else echo(request, response, turn);
    });
    await fc.assert(
      fc.asyncProperty(secretText, secretText, secretText, fc.boolean(), async (own, inBody, plainInBody, account) => {
        const credentials: Credentials = account
          ? { kind: "oauth2", clientId: "id", clientSecret: new Secret(own) }
          : { kind: "digest", publicKey: "key", privateKey: new Secret(own) };
        const connection = connectionTo(server.url, { credentials, tokenUrl: new URL("/token", server.url) });
        const body: BodyObject = {
          eventTypeName: "NO_PRIMARY",
          notifications: [
            { typeName: "PAGER_DUTY", serviceKey: new Secret(inBody) },
            { typeName: "WEBHOOK", webhookUrl: plainInBody },
          ],
        };
        const seen: unknown[] = [];
        const hooks = { onWait: (event: unknown) => seen.push(event) };
        const client = createClient(connection, hooks, { ...AT_ONCE, repeats: 0 });
        const args = { params: { groupId: GROUP } };
        try {
          await client.call("createAlertConfiguration", args, { body });
        } catch (error) {
          seen.push(error);
          if (error instanceof ServiceError) {
            const { operation: _table, ...facts } = error.facts;
            seen.push(facts, error.explain(), error.stack, error.cause);
          }
        }
        seen.push(client, connection);
        seen.push(curlOf(connection, operations.createAlertConfiguration, { ...args, body }));
        await client.close();
        const text = seen.map(shown).join("\n");
        expect(seen.some((each) => each instanceof ServiceError)).toBe(true);
        const forms = [own, inBody, plainInBody].flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]);
        expect(forms.filter((form) => text.includes(form))).toEqual([]);
        expect(text).not.toContain(`token-${Buffer.from(`id:${own}`).toString("hex")}`);
      }),
      { numRuns: 25 },
    );
  });
});
