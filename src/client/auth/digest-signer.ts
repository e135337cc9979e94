import type { Secret } from "../../contract/secret.ts";
import { chooseChallenge, clientNonce, type DigestChallenge, digestHeader, nextNonce } from "./digest.ts";
import type { Signature, Signer } from "./signer.ts";
import { takingTurns } from "./turns.ts";

/** The nonce that requests are currently signed with. */
type Session = { challenge: DigestChallenge; cnonce: string; count: number; accepted: boolean };

/** A signed request without an answer yet. */
type Sent = { readonly nonce: string; readonly count: number; readonly end: () => void };

/** Results for a nonce: the highest count accepted, and the lowest refused. */
type Fate = { accepted: number; refused: number };

/** A first leg in progress, and the calls that wait for its challenge. */
type Asking = { readonly signature: Signature; readonly over: Promise<void>; readonly end: () => void };

/** Maximum wait (ms) for the first leg of another call; after it a call starts its own. */
const LONGEST_WAIT = 1000;

/** Waits for a promise, until the caller aborts or `LONGEST_WAIT` is over. */
async function awhile(event: Promise<void>, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, LONGEST_WAIT);
  const go = (): void => resolve();
  if (signal.aborted) resolve();
  signal.addEventListener("abort", go, { once: true });
  await Promise.race([event, promise]);
  clearTimeout(timer);
  signal.removeEventListener("abort", go);
}

/** Maximum number of stale nonces answered within one call: a service that returns stale nonces for ever is broken. */
const MOST_ROUNDS = 8;

/**
 * Signs with Digest. The challenge of the first 401 is kept and its nonce reused with increasing counts, so that only the first call takes two legs.
 * Concurrent calls share the nonce, each with its own count; of calls that begin together, one requests the challenge and the others wait for it.
 * Counts may arrive out of order; if a service refuses a lower count after a higher one, requests are sent one at a time from then on.
 */
export function digestSigner(publicKey: string, privateKey: Secret): Signer {
  let session: Session | undefined;
  let asking: Asking | undefined;
  let fate: Fate & { readonly nonce: string } = { nonce: "", accepted: 0, refused: Number.POSITIVE_INFINITY };
  let wantsOrder = false;
  const turns = takingTurns(LONGEST_WAIT);
  const sent = new WeakMap<Signature, Sent>();

  /** If a nonce accepts a higher count but refuses a lower one, it has not expired: the requests arrived out of order. */
  const learn = (signature: Signature, isAccepted: boolean): void => {
    const one = sent.get(signature);
    if (one === undefined) return;
    one.end();
    if (fate.nonce !== one.nonce) fate = { nonce: one.nonce, accepted: 0, refused: Number.POSITIVE_INFINITY };
    if (isAccepted) fate.accepted = Math.max(fate.accepted, one.count);
    else fate.refused = Math.min(fate.refused, one.count);
    if (fate.refused < fate.accepted) wantsOrder = true;
  };

  const start = (challenge: DigestChallenge): void => {
    session = { challenge, cnonce: clientNonce(), count: 0, accepted: false };
  };

  const ask = (): Signature => {
    const signature = { authorization: null, key: null, used: false } as const;
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    asking = { signature, over, end };
    return signature;
  };

  /** Ends the wait for the first leg, however it ended. */
  const answered = (signature: Signature): void => {
    sent.get(signature)?.end();
    if (asking?.signature !== signature) return;
    asking.end();
    asking = undefined;
  };

  return {
    async sign(method, uri, signal) {
      if (session === undefined && asking === undefined) return ask();
      if (session === undefined && asking !== undefined) await awhile(asking.over, signal);
      const end = wantsOrder ? await turns.take(signal) : (): void => undefined;
      if (session === undefined) {
        end();
        return { authorization: null, key: null, used: false };
      }
      session.count += 1;
      const { challenge, cnonce, count, accepted } = session;
      const password = privateKey.reveal();
      const authorization = digestHeader(challenge, { username: publicKey, password, method, uri, cnonce, count });
      const signature = { authorization, key: challenge.nonce, used: accepted };
      sent.set(signature, { nonce: challenge.nonce, count, end });
      return signature;
    },

    again(signature, { headers, rounds }) {
      const challenge = chooseChallenge(headers["www-authenticate"]);
      learn(signature, false);
      answered(signature);
      const isProven = signature.used || (fate.nonce === signature.key && fate.accepted > 0);
      if (challenge === undefined || rounds >= MOST_ROUNDS) return false;
      const current = session?.challenge.nonce;
      // Another call already has a newer nonce, which is as good as the one in this refusal; using it keeps concurrent
      // calls from replacing each other's nonce.
      const superseded = current !== undefined && current !== signature.key;
      if (!superseded && challenge.nonce !== current) start(challenge);
      if (signature.authorization === null || challenge.stale) return true;
      // Some services omit `stale`: retry once with a nonce that has worked before.
      return rounds === 0 && isProven;
    },

    accepted(signature, headers) {
      learn(signature, true);
      answered(signature);
      if (session === undefined || session.challenge.nonce !== signature.key) return;
      session.accepted = true;
      const nonce = nextNonce(headers["authentication-info"]);
      if (nonce !== undefined && nonce !== session.challenge.nonce) {
        start({ ...session.challenge, nonce, stale: false });
        session.accepted = true;
      }
    },

    unanswered: answered,

    secrets: () => [privateKey.reveal()],
  };
}
