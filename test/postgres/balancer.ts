import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A balancer that gives each connection to the next instance, byte for byte. */
export type Balancer = {
  readonly origin: string;
  /** The ports of the instances, by turns; one that takes no connection is passed over. */
  ports: readonly number[];
  close(): void;
};

export async function makeBalancer(): Promise<Balancer> {
  const open = new Set<Socket>();
  let turn = 0;

  const pass = (from: Socket, tries: number): void => {
    const { ports } = balancer;
    const port = ports[turn % ports.length] ?? 0;
    turn += 1;
    const to = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    open.add(to);
    to.once("close", () => open.delete(to));
    const onRefused = (): void => {
      if (tries > 1) pass(from, tries - 1);
      else from.destroy();
    };
    to.once("error", onRefused);
    to.once("connect", () => {
      to.off("error", onRefused);
      to.on("error", () => from.destroy());
      from.on("error", () => to.destroy());
      from.once("close", () => to.destroy());
      to.once("close", () => from.destroy());
      from.pipe(to).pipe(from);
    });
  };

  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    socket.on("error", () => undefined);
    pass(socket, balancer.ports.length);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new TypeError("the balancer has no port");
  const balancer: Balancer = {
    origin: `http://127.0.0.1:${address.port}`,
    ports: [],
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
  return balancer;
}
