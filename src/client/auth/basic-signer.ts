import type { ScrapeLogin } from "../../contract/wire/connection.ts";
import type { Signer } from "./signer.ts";

/** Signs with user and password, as the metrics address requires (specification part 5, 4). A 401 is final. */
export function basicSigner({ username, password }: ScrapeLogin): Signer {
  const encoded = (): string => Buffer.from(`${username}:${password.reveal()}`, "utf8").toString("base64");
  return {
    sign: () => Promise.resolve({ authorization: `Basic ${encoded()}`, key: null, used: false }),
    again: () => false,
    accepted: () => undefined,
    unanswered: () => undefined,
    secrets: () => [password.reveal(), encoded()],
  };
}
