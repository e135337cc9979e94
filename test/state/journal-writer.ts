import { flushCompileCache } from "node:module";
import { parseArgs } from "node:util";
import { createClient } from "../../src/client/client.ts";
import { connectionOfReady } from "../../src/commands/connect.ts";
import { operations } from "../../src/contract/operations.ts";
import type { ServiceReady } from "../../src/service/server/ready.ts";
import { newId } from "../../src/state/answers/calls.ts";
import { systemClock } from "../../src/state/clock.ts";
import { diskFiles } from "../../src/state/files/disk-files.ts";
import { createJournal } from "../../src/state/journal/journal.ts";
import { noteWrite } from "../../src/state/journal/noted-write.ts";

/** A program of its own that acknowledges alerts one after another, and says of each when its end is on disk; until it is killed. */
const [folder = "", readyText = "{}"] = parseArgs({ allowPositionals: true }).positionals;
const ready: ServiceReady = JSON.parse(readyText);
const connection = connectionOfReady(ready, null);
const client = createClient(connection);
// It never comes to its end, where Node would keep it.
flushCompileCache();
const params = { groupId: ready.groupId };
const answer = await client.callOperation(operations.listAlerts, { params, query: { status: "OPEN" } }, {});
const { results }: { results: readonly { readonly id: string }[] } = JSON.parse(JSON.stringify(answer.raw));
const journal = createJournal({
  files: diskFiles(folder),
  clock: systemClock,
  process: `${process.pid}`,
  report: (_tone, words) => {
    throw new Error(words);
  },
});
const body = { acknowledgedUntil: "2040-01-01T00:00:00Z", acknowledgementComment: "x".repeat(200) };
const changes = Array.from({ length: 8 }, (_, index) => ({
  label: `Field ${index}`,
  from: null,
  to: "y".repeat(490),
  kind: "changed" as const,
}));
for (let round = 0; ; round += 1) {
  const alertId = results[round % results.length]?.id ?? "";
  const args = { params: { ...params, alertId }, body };
  const id = newId();
  const about = {
    id,
    by: "run",
    operation: operations.acknowledgeAlert,
    args,
    connection,
    groupName: null,
    changes,
  } as const;
  await noteWrite(journal, systemClock, { ...about, groupId: ready.groupId, title: `Write ${round}` }, () =>
    client.callOperation(operations.acknowledgeAlert, args, {}),
  );
  process.stdout.write(`${id}\n`);
}
