import { onTestFinished } from "vitest";
import { type ServiceOptions, startService } from "../../src/service/service.ts";
import { type Client as Caller, clientOf } from "../service/support.ts";
import { makeServer, type PostgresServer, postgresPrograms } from "./server.ts";

/** An instance on a database server of its own, for what one test alone may do to it. */

export const programs = postgresPrograms();

/** A server that ends with the test. */
export async function serverOfItsOwn(settings: readonly string[] = []): Promise<PostgresServer> {
  const server = await makeServer(programs ?? "", settings);
  onTestFinished(() => server.remove());
  return server;
}

/** An instance on a database, and what it logged. */
export async function instanceOn(
  place: string,
  options: Partial<ServiceOptions> = {},
): Promise<{ readonly call: Caller; readonly logged: () => string }> {
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  const running = await startService({ place, quiet: true, size: { alerts: 12 }, log, ...options });
  onTestFinished(() => running.stop());
  return { call: await clientOf(running.ready), logged: () => lines.join("") };
}

const configuration = (emailAddress = "a@b.example") => ({
  body: { eventTypeName: "NO_PRIMARY", notifications: [{ typeName: "EMAIL", emailAddress }] },
});

/** Writes a configuration of an alert. */
export const write = (call: Caller, emailAddress?: string) =>
  call("POST", `/groups/${call.groupId}/alertConfigs`, configuration(emailAddress));

/** How many there are. */
export const configurations = async (call: Caller): Promise<number> =>
  Number((await call("GET", `/groups/${call.groupId}/alertConfigs`)).at("totalCount"));
