import { readFileSync } from "node:fs";
import { type ClientRequest, get, type IncomingMessage } from "node:http";
import { get as getSecurely } from "node:https";

/** How one process of this program reaches another one's control surface. */
export type ControlAddress = {
  readonly controlUrl: string;
  readonly controlToken: string;
  /** Whom to trust, where the service speaks TLS with a certificate of its own. */
  readonly caFile?: string | undefined;
};

/** The beginning of a GET at a control surface. */
export function getControl(
  { controlUrl, controlToken, caFile }: ControlAddress,
  path: string,
  signal?: AbortSignal,
): ClientRequest {
  const common = { headers: { Authorization: `Bearer ${controlToken}` }, agent: false as const };
  const options = signal === undefined ? common : { ...common, signal };
  if (!controlUrl.startsWith("https:")) return get(`${controlUrl}${path}`, options);
  return getSecurely(`${controlUrl}${path}`, caFile === undefined ? options : { ...options, ca: readFileSync(caFile) });
}

const responseTo = (request: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request.once("response", resolve);
    request.once("error", reject);
  });

/**
 * The JSON that a control surface answers.
 *
 * @returns undefined where the answer is no success
 * @throws when nobody answers there, or not in time
 */
export async function askControl(address: ControlAddress, path: string, limit: number): Promise<unknown> {
  const response = await responseTo(getControl(address, path, AbortSignal.timeout(limit)));
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(Buffer.from(chunk));
  if (response.statusCode !== 200) return undefined;
  const answer: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8"));
  return answer;
}
