import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A way to the database that can be cut. */
export type WayTo = { readonly port: number; cut(): number; close(): void };

export async function wayTo(port: number): Promise<WayTo> {
  const open = new Set<Socket>();
  const cut = (): number => {
    const number = open.size / 2;
    for (const socket of open) socket.resetAndDestroy();
    return number;
  };
  const server = createServer((from) => {
    const to = connect(port, "127.0.0.1");
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      open.add(one);
      one.setNoDelay(true);
      one.on("error", () => undefined);
      one.once("close", () => {
        open.delete(one);
        other.destroy();
      });
    }
    from.pipe(to).pipe(from);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new TypeError("the way to the database has no port");
  return {
    port: address.port,
    cut,
    close() {
      server.close();
      cut();
    },
  };
}
