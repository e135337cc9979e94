import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { ServiceError } from "../../src/client/errors/service-error.ts";
import { RETRY_POLICY } from "../../src/client/retry.ts";
import { connect } from "../../src/commands/connect.ts";
import { GroupId } from "../../src/contract/schema/ids.ts";
import { settingsPaths } from "../../src/settings/paths.ts";
import { folder } from "../folder.ts";
import { started } from "../service/started.ts";
import { stranger } from "../service/stranger.ts";

/** What a console that joined another one's service does when a stranger's program gets the address of that service. */

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
  const connected = await connect({}, {}, paths, { onTrouble: (trouble) => troubles.push(trouble) });
  onTestFinished(() => connected.close());
  const { connection } = connected;
  const client = createClient(connection, {}, { ...RETRY_POLICY, repeats: 0 });
  onTestFinished(() => client.close());
  const params = { groupId: GroupId.of(other.ready.groupId) };
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
      `Another program uses ${connection.baseUrl.host}, the address of the embedded service: nothing is sent to it.`,
    );
  }
  expect(troubles).toEqual([
    `Another program uses the address of the embedded service, ${connection.baseUrl.origin}. Quit Sextant and start it again.`,
  ]);
});
