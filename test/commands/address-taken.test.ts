import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { RETRY_POLICY } from "../../src/client/retry.ts";
import { ServiceError } from "../../src/client/service-error.ts";
import { connect } from "../../src/commands/connect.ts";
import { settingsPaths } from "../../src/settings/paths.ts";
import { folder } from "../folder.ts";
import { started } from "../service/started.ts";

/** What a console that joined another one's service does when a stranger's program gets the address of that service. */

/** A program that takes a port as soon as it is free, lets everybody in, and writes down what it is sent. */
async function stranger(port: number): Promise<{ seen(): readonly string[] }> {
  const seen: string[] = [];
  const server = createServer(async (incoming, outgoing) => {
    seen.push(await wordsOf(incoming));
    const answer = incoming.headers.authorization === undefined ? 401 : 200;
    const challenge = 'Digest realm="x", nonce="abc", qop="auth", algorithm=MD5';
    outgoing.writeHead(answer, { "content-type": "application/json", "www-authenticate": challenge }).end("{}");
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  for (let isListening = false; !isListening; ) {
    server.listen(port, "127.0.0.1");
    isListening = await once(server, "listening").then(
      () => true,
      () => false,
    );
  }
  return { seen: () => seen };
}

async function wordsOf(incoming: IncomingMessage): Promise<string> {
  let text = `${incoming.method} ${incoming.url} ${JSON.stringify(incoming.headers)}`;
  for await (const chunk of incoming.setEncoding("utf8")) text += String(chunk);
  return text;
}

test("nothing is sent to a stranger at the address of the service that was joined: no read, write, key or password", async () => {
  const home = folder();
  const paths = settingsPaths({
    XDG_DATA_HOME: home,
    XDG_CONFIG_HOME: home,
    XDG_STATE_HOME: home,
    XDG_CACHE_HOME: home,
  });
  const other = await started([
    join(import.meta.dirname, "../service/programs/console.ts"),
    join(paths.data, "service"),
  ]);
  const troubles: string[] = [];
  const connected = await connect({}, {}, paths, (trouble) => troubles.push(trouble));
  onTestFinished(() => connected.close());
  const { connection } = connected;
  const client = createClient(connection, {}, { ...RETRY_POLICY, repeats: 0 });
  onTestFinished(() => client.close());
  const params = { groupId: other.ready.groupId };
  const calls = {
    read: () => client.call("listAlertConfigurations", { params }),
    write: () =>
      client.call(
        "createAlertConfiguration",
        { params },
        { body: { eventTypeName: "NO_PRIMARY", notifications: [{ typeName: "EMAIL", emailAddress: "a@b.example" }] } },
      ),
    metrics: () => client.call("listMetricsTargets", { params }),
  };
  for (const call of Object.values(calls)) await call();

  other.process.kill("SIGKILL");
  const { seen } = await stranger(Number(connection.baseUrl.port));
  const failures = await Promise.all(Object.values(calls).map((call) => call().catch((error: unknown) => error)));
  while (troubles.length === 0) await wait(20);
  const later = await Promise.all(Object.values(calls).map((call) => call().catch((error: unknown) => error)));

  expect(seen()).toEqual([]);
  for (const failure of [...failures, ...later]) expect(failure).toBeInstanceOf(ServiceError);
  for (const failure of later) {
    expect(String(failure)).toContain(
      `Another program now uses ${connection.baseUrl.host}, the address of the embedded service: nothing is sent to it.`,
    );
  }
  expect(troubles).toEqual([
    `Another program now uses the address of the embedded service, ${connection.baseUrl.origin}. End Sextant and start it again.`,
  ]);
});
