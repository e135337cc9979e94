/**
 * Somebody else's program on a port: answers every request as a service would that lets everybody in, and prints what it was sent.
 * Runs as another user where its third argument names one.
 */
import { createServer } from "node:http";

const [port = "0", ready = "{}", user = ""] = process.argv.slice(2);
if (user !== "") {
  process.setgid?.(Number(user));
  process.setuid?.(Number(user));
}
const server = createServer(({ url, headers }, outgoing) => {
  process.stdout.write(`${JSON.stringify({ url, headers })}\n`);
  outgoing.end(ready);
});
server.listen(Number(port), "127.0.0.1", () => process.stdout.write("listening\n"));
