import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { onTestFinished } from "vitest";

/** The question whether the service is there: it carries a proof made with the control token, and nothing that is secret. */
const PROOF = /^GET \/__sandbox\/ready .*"authorization":"Sextant-Proof [0-9a-f]{32} [0-9a-f]{64}"/u;

/** A program that takes a port as soon as it is free, lets everybody in, and writes down what it is sent besides such questions. */
export async function stranger(port: number): Promise<{ seen(): readonly string[] }> {
  const seen: string[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const words = await textOf(incoming);
    if (!PROOF.test(words)) seen.push(words);
    const answer = incoming.headers.authorization === undefined ? 401 : 200;
    const challenge = 'Digest realm="x", nonce="abc", qop="auth", algorithm=MD5';
    outgoing.writeHead(answer, { "content-type": "application/json", "www-authenticate": challenge }).end("{}");
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  for (let isListening = false; !isListening; ) {
    server.listen(port, "127.0.0.1");
    isListening = await once(server, "listening").then(
      () => true,
      () => false,
    );
  }
  return { seen: () => seen };
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  let text = `${incoming.method} ${incoming.url} ${JSON.stringify(incoming.headers)}`;
  for await (const chunk of incoming.setEncoding("utf8")) text += String(chunk);
  return text;
}
