import { expect, test } from "vitest";
import { answerOn, halfBody, halfHead, halfSent } from "./slow-senders.ts";
import { ready } from "./support.ts";

/** These wait for the service's own patience to end: 20 s for a head, 60 s for a whole request. */

test("who never ends its head or its body is told 408, and the connection is closed", async () => {
  const call = await ready();
  const sockets = [
    await halfSent(call.ready, ""),
    await halfSent(call.ready, halfHead(call.groupId)),
    await halfSent(call.ready, await halfBody(call.ready)),
  ];
  const [silent = "", head = "", body = ""] = await Promise.all(sockets.map(answerOn));
  expect(silent === "" || silent.startsWith("HTTP/1.1 408 ")).toBe(true);
  for (const answer of [head, body]) {
    expect(answer).toMatch(/^HTTP\/1\.1 408 /u);
    const document: unknown = JSON.parse(answer.slice(answer.indexOf("\r\n\r\n") + 4));
    expect(document).toMatchObject({ error: 408, errorCode: "REQUEST_TIMEOUT" });
  }
  expect((await call("GET", "/orgs")).status).toBe(200);
});
