import { createHmac, randomBytes } from "node:crypto";
import { sameSecret } from "../auth/same-secret.ts";

/**
 * Two processes of this program prove to each other that they know the control token, without sending it: another program might listen at a former
 * service's address. The caller signs a nonce with its request, and the service signs the same nonce with its answer.
 */

/** Scheme of the `Authorization` header. */
const SCHEME = "Sextant-Proof";

/** Header with the signature of the answer. */
export const PROOF_HEADER = "x-sextant-proof";

const NONCE_BYTES = 16;

const sign = (token: string, ...parts: readonly string[]): string =>
  createHmac("sha256", token).update(JSON.stringify(parts)).digest("hex");

export const newNonce = (): string => randomBytes(NONCE_BYTES).toString("hex");

/** The `Authorization` of a GET at a path of the control surface. */
export const requestProof = (token: string, path: string, nonce: string): string =>
  `${SCHEME} ${nonce} ${sign(token, "request", path, nonce)}`;

/** The nonce of an `Authorization` signed with the token for this path; undefined for any other. */
export function provenNonce(token: string, path: string, authorization: string): string | undefined {
  const [, nonce, signature] = new RegExp(`^${SCHEME} ([0-9a-f]{32}) ([0-9a-f]{64})$`, "u").exec(authorization) ?? [];
  if (nonce === undefined || signature === undefined) return undefined;
  return sameSecret(sign(token, "request", path, nonce), signature) ? nonce : undefined;
}

/** The signature of an answer. */
export const answerProof = (token: string, path: string, nonce: string, body: string): string =>
  sign(token, "answer", path, nonce, body);
