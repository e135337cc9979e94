import { z } from "zod";
import { programOf } from "../../build.ts";
import type { Home } from "../journeys/home.ts";
import { startServer } from "./processes.ts";

/** The embedded service in a process of its own, as the programs that are measured use it. */

const Ready = z.object({
  baseUrl: z.string(),
  publicKey: z.string(),
  privateKey: z.string(),
  groupId: z.string(),
  orgId: z.string(),
  controlUrl: z.string(),
  controlToken: z.string(),
});

const Journal = z.object({ entries: z.array(z.object({ target: z.string(), caller: z.string().nullable() })) });

export type Service = {
  readonly ready: z.output<typeof Ready>;
  /** What a console has to be told to work with it. */
  readonly env: Readonly<Record<string, string>>;
  /** How curl is told who asks: a line of its configuration. */
  readonly login: string;
  /** The targets of the signed requests since the last look, each once. */
  readonly requests: () => Promise<readonly string[]>;
  readonly stop: () => Promise<void>;
};

export async function startService(home: Home, data: string, ...flags: readonly string[]): Promise<Service> {
  const server = await startServer([programOf(), "serve", "--json", "--data", data, ...flags], {
    env: { PATH: process.env["PATH"], ...home.env },
  });
  const ready = Ready.parse(JSON.parse(server.line));
  const journal = `${ready.controlUrl}/journal`;
  const control = { headers: { Authorization: `Bearer ${ready.controlToken}` } };
  return {
    ready,
    env: {
      ...home.env,
      SEXTANT_BASE_URL: ready.baseUrl,
      SEXTANT_PUBLIC_KEY: ready.publicKey,
      SEXTANT_PRIVATE_KEY: ready.privateKey,
      SEXTANT_PROJECT_ID: ready.groupId,
      SEXTANT_ORG_ID: ready.orgId,
    },
    login: `user = "${ready.publicKey}:${ready.privateKey}"\n`,
    requests: async () => {
      const { entries } = Journal.parse(await (await fetch(journal, control)).json());
      await fetch(journal, { ...control, method: "DELETE" });
      // Before a key is known for its digest it is asked for: such a request has no caller yet.
      return entries.flatMap(({ target, caller }) => (caller === null ? [] : [target]));
    },
    stop: server.stop,
  };
}
