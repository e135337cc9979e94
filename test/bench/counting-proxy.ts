import { connect, createServer, type Socket } from "node:net";

/** Stands between a console and its service, and counts the requests that go through. */
export type CountingProxy = AsyncDisposable & { readonly origin: string; readonly requests: () => number };

const REQUEST = /^(?:GET|POST|PATCH|PUT|DELETE) /u;

/** @param target where the service listens */
export async function countRequests(target: string): Promise<CountingProxy> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let requests = 0;
  const server = createServer((client) => {
    const service = connect(Number(port), hostname);
    for (const [from, to] of [
      [client, service],
      [service, client],
    ] as const) {
      open.add(from);
      from.setNoDelay(true);
      from.on("error", () => to.destroy());
      from.on("close", () => {
        open.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
    // A connection has one request at a time, and those of a list fit into a packet.
    client.on("data", (chunk: Buffer) => {
      if (REQUEST.test(chunk.toString("latin1", 0, 8))) requests += 1;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the proxy has no port");
  return {
    origin: `http://127.0.0.1:${address.port}`,
    requests: () => requests,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
