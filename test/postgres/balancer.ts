import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A balancer that gives each connection to the next instance, byte for byte. */
export type Balancer = {
  readonly origin: string;
  /** The ports of the instances, by turns; one that takes no connection is passed over. */
  ports: readonly number[];
  /** Gives every connection to one instance from now on; those to the others are closed. */
  leadTo(port: number): void;
  /** Whether an instance was sent something that it has said nothing to yet. */
  hasUnanswered(port: number): boolean;
  close(): void;
};

export async function makeBalancer(): Promise<Balancer> {
  const open = new Set<Socket>();
  /** The connections to instances, each with what was sent since it last said something (bytes). */
  const led = new Map<Socket, { readonly port: number; unanswered: number }>();
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
      const way = { port, unanswered: 0 };
      led.set(to, way);
      to.once("close", () => led.delete(to));
      from.on("data", ({ length }) => {
        way.unanswered += length;
      });
      to.on("data", () => {
        way.unanswered = 0;
      });
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
    leadTo(port) {
      balancer.ports = [port];
      for (const [to, way] of led) if (way.port !== port) to.destroy();
    },
    hasUnanswered: (port) => led.values().some((way) => way.port === port && way.unanswered > 0),
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
  return balancer;
}
