import { createClient } from "../../../src/client/client.ts";
import { connectionTo, GROUP } from "../scripted-server.ts";

/** Asks the service at an address once, with a timeout of a second and its own process as the request's id, and prints the status. */

const client = createClient(connectionTo(new URL(process.argv[2] ?? "")));
const options = { timeoutMs: 1000, repeats: 0, requestId: String(process.pid) };
const { status } = await client.call("listAlerts", { params: { groupId: GROUP } }, options);
process.stdout.write(String(status));
await client.close();
