import { readFileSync } from "node:fs";
import { type ClientRequest, get, type IncomingMessage } from "node:http";
import { sameSecret } from "../auth/same-secret.ts";
import { answerProof, newNonce, PROOF_HEADER, requestProof } from "../server/control-proof.ts";

/** Address of another process's control surface. The token is never sent. */
export type ControlAddress = {
  readonly controlUrl: string;
  readonly controlToken: string;
  /** CA file, where the service uses TLS with its own certificate. */
  readonly caFile?: string | undefined;
};

/** Maximum bytes of an answer that are read: a ready line has a few thousand. */
const LONGEST_ANSWER = 1024 * 1024;

/** Starts a GET at a control surface. */
function getControl(
  { controlUrl, controlToken, caFile }: ControlAddress,
  path: string,
  nonce: string,
  signal?: AbortSignal,
): ClientRequest {
  const common = { headers: { Authorization: requestProof(controlToken, path, nonce) }, agent: false as const };
  const options = signal === undefined ? common : { ...common, signal };
  if (!controlUrl.startsWith("https:")) return get(`${controlUrl}${path}`, options);
  // Loaded only when needed: TLS takes 5 MB, and a service on this machine mostly runs without it.
  const { get: getSecurely } = process.getBuiltinModule("node:https");
  return getSecurely(`${controlUrl}${path}`, caFile === undefined ? options : { ...options, ca: readFileSync(caFile) });
}

const responseTo = (request: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request.once("response", resolve);
    request.once("error", reject);
  });

/** True when an answer was signed with the token. */
function isProven(
  { controlToken }: ControlAddress,
  path: string,
  nonce: string,
  body: string,
  proof: unknown,
): boolean {
  return typeof proof === "string" && sameSecret(answerProof(controlToken, path, nonce, body), proof);
}

/**
 * The JSON answer of a control surface.
 *
 * @returns undefined where the answer is an error, or its sender does not know the token
 * @throws when there is no answer, or none in time
 */
export async function askControl(address: ControlAddress, path: string, limit: number): Promise<unknown> {
  const nonce = newNonce();
  const response = await responseTo(getControl(address, path, nonce, AbortSignal.timeout(limit)));
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length > LONGEST_ANSWER) return undefined;
    chunks.push(bytes);
  }
  const body = Buffer.concat(chunks).toString("utf8");
  if (response.statusCode !== 200 || !isProven(address, path, nonce, body, response.headers[PROOF_HEADER])) {
    return undefined;
  }
  const answer: unknown = JSON.parse(body);
  return answer;
}

/**
 * Calls back once the service at an address has ended: it keeps one answer open while it runs. Another program at its address counts as ended.
 *
 * @returns a function that stops waiting
 */
export function untilEnded(address: ControlAddress, onEnd: () => void): () => void {
  const path = "/hold";
  const nonce = newNonce();
  const request = getControl(address, path, nonce);
  let over = false;
  const end = (): void => {
    if (over) return;
    over = true;
    request.destroy();
    onEnd();
  };
  request.on("socket", (socket) => socket.unref());
  request.on("error", end);
  request.on("response", (response) => {
    response.resume();
    response.on("close", end);
    if (!isProven(address, path, nonce, "", response.headers[PROOF_HEADER])) end();
  });
  return () => {
    over = true;
    request.destroy();
  };
}
