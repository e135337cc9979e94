import { connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { mediaType } from "../../src/contract/wire/dialect.ts";
import type { ServiceReady } from "../../src/service/server/ready.ts";
import { tokenOf } from "./support.ts";

/** Senders that never come to an end. */

const REST = `Host: a\r\nAccept: ${mediaType("specification")}\r\n`;

/** A connection that has said so much and says no more. */
export function halfSent(ready: ServiceReady, bytes: string): Promise<Socket> {
  const { hostname, port } = new URL(ready.baseUrl);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes, () => resolve(socket)));
    socket.on("error", reject);
    onTestFinished(() => {
      socket.destroy();
    });
  });
}

/** Half a head. */
export const halfHead = (groupId: string): string =>
  `GET /api/service/v2/groups/${groupId}/alerts HTTP/1.1\r\nHost: a\r\nX-Slo`;

/** A whole head, signed, and half of the body that it announces. */
export async function halfBody(ready: ServiceReady): Promise<string> {
  const token = await tokenOf(ready, ready.clientId, ready.clientSecret);
  const path = `/api/service/v2/groups/${ready.groupId}/alertConfigs`;
  const head = `POST ${path} HTTP/1.1\r\n${REST}Authorization: Bearer ${token}\r\nContent-Type: application/json\r\n`;
  return `${head}Content-Length: 400\r\n\r\n{"eventTypeName":"NO_PRI`;
}

/** Everything that comes on a connection until it is closed. */
export const answerOn = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.on("close", () => resolve(Buffer.concat(chunks).toString("utf8")));
  });
