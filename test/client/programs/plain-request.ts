import { once } from "node:events";
import { createServer } from "node:http";
import { createTransport } from "../../../src/client/transport/transport.ts";

/** Asks a service without TLS once, and prints the status and which of Node's modules were loaded for it. */

const server = createServer((_incoming, outgoing) => outgoing.end("{}")).listen(0, "127.0.0.1");
await once(server, "listening");
const address = server.address();
const url = new URL(`http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/`);
const transport = createTransport({ ca: null });
const request = { url, method: "GET", headers: {}, body: null } as const;
const { status } = await transport.send(request, new AbortController().signal);
await transport.close();
server.close();
const loaded: unknown = "moduleLoadList" in process ? process.moduleLoadList : [];
process.stdout.write(JSON.stringify({ status, loaded }));
