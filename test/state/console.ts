import { type AppStore, createAppStore } from "../../src/app/store.ts";
import { AlertId, GroupId } from "../../src/contract/schema/ids.ts";
import { Secret } from "../../src/contract/secret.ts";
import type { Connection } from "../../src/contract/wire/connection.ts";
import type { StateFiles } from "../../src/state/files/state-files.ts";
import type { ServiceClient } from "../../src/state/service-client.ts";
import type { ConsoleProfile } from "../../src/state/session/console-profile.ts";
import { FakeClient } from "./fake-client.ts";
import { FakeClock } from "./fake-clock.ts";
import { MemoryFiles } from "./memory-files.ts";

export const PROJECT = GroupId.parse("65f000000000000000000001");
export const OTHER_PROJECT = GroupId.parse("65f000000000000000000002");

/** An id of an alert: 24 hexadecimal characters with a number at the end. */
export const alertId = (number: number): AlertId => AlertId.parse(`a${number.toString(16).padStart(23, "0")}`);

export const testConnection = (change: Partial<Connection> = {}): Connection => ({
  profile: "test",
  environment: "other",
  baseUrl: new URL("http://localhost:1"),
  metricsUrl: null,
  tokenUrl: null,
  dialect: "specification",
  credentials: { kind: "digest", publicKey: "key", privateKey: new Secret("private") },
  scrape: null,
  ca: null,
  readOnly: null,
  roles: null,
  ...change,
});

export type TestConsole = {
  readonly store: AppStore;
  readonly clock: FakeClock;
  readonly client: FakeClient;
  readonly files: MemoryFiles;
};

export const testProfile = (client: ServiceClient, connection: Partial<Connection> = {}): ConsoleProfile => ({
  connection: testConnection(connection),
  client,
  groupId: PROJECT,
  orgId: null,
  projects: [
    { id: PROJECT, name: "Payments", clusters: [] },
    { id: OTHER_PROJECT, name: "Search", clusters: [] },
  ],
});

/** A store with everything around it in the test's hand. */
export function testConsole(
  options: {
    readonly connection?: Partial<Connection>;
    readonly files?: MemoryFiles;
    readonly process?: string;
    readonly by?: "apply";
  } = {},
): TestConsole {
  const clock = new FakeClock();
  const client = new FakeClient(clock.now);
  const files = options.files ?? new MemoryFiles();
  const store = storeOn(client, clock, files, options.connection ?? {}, options.process ?? "process-1", options.by);
  return { store, clock, client, files };
}

export const storeOn = (
  client: ServiceClient,
  clock: FakeClock,
  files: StateFiles,
  connection: Partial<Connection>,
  process: string,
  by?: "apply",
): AppStore =>
  createAppStore(
    {
      profile: testProfile(client, connection),
      files,
      clock,
      random: () => 0.5,
      process,
      ...(by === undefined ? {} : { by }),
    },
    { area: "alerts", ids: [] },
  );
