import type { Secret } from "../contract/secret.ts";
import { chooseChallenge, clientNonce, type DigestChallenge, digestHeader, nextNonce } from "./digest.ts";
import type { Signature, Signer } from "./signer.ts";

/** The nonce that requests are signed with at present. */
type Session = { challenge: DigestChallenge; cnonce: string; count: number; accepted: boolean };

/** The most answers to a stale nonce within one call: a service that hands out stale nonces for ever is broken. */
const MOST_ROUNDS = 8;

/**
 * Signs with Digest. The challenge of the first 401 is kept and its nonce reused with a growing count, so that only the first
 * call costs two legs; concurrent calls share it, each with a count of its own.
 */
export function digestSigner(publicKey: string, privateKey: Secret): Signer {
  let session: Session | undefined;

  const start = (challenge: DigestChallenge): void => {
    session = { challenge, cnonce: clientNonce(), count: 0, accepted: false };
  };

  return {
    sign(method, uri) {
      if (session === undefined) return Promise.resolve({ authorization: null, key: null, used: false });
      session.count += 1;
      const { challenge, cnonce, count, accepted } = session;
      const password = privateKey.reveal();
      const authorization = digestHeader(challenge, { username: publicKey, password, method, uri, cnonce, count });
      return Promise.resolve({ authorization, key: challenge.nonce, used: accepted } satisfies Signature);
    },

    again(signature, { headers, rounds }) {
      const challenge = chooseChallenge(headers["www-authenticate"]);
      if (challenge === undefined || rounds >= MOST_ROUNDS) return false;
      const current = session?.challenge.nonce;
      // Another call has a newer nonce already: it is as good as the one that comes with this refusal, and calls that share a
      // nonce do not set off one another.
      const superseded = current !== undefined && current !== signature.key;
      if (!superseded && challenge.nonce !== current) start(challenge);
      if (signature.authorization === null || challenge.stale) return true;
      // Some services forget to say "stale": a nonce that had worked before this call is given the benefit of the doubt once.
      return rounds === 0 && signature.used;
    },

    accepted(signature, headers) {
      if (session === undefined || session.challenge.nonce !== signature.key) return;
      session.accepted = true;
      const nonce = nextNonce(headers["authentication-info"]);
      if (nonce !== undefined && nonce !== session.challenge.nonce) {
        start({ ...session.challenge, nonce, stale: false });
        session.accepted = true;
      }
    },

    secrets: () => [privateKey.reveal()],
  };
}
