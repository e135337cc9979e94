import { Secret } from "../../contract/secret.ts";
import type { Connection } from "../../contract/wire/connection.ts";

/** A connection with names only: no call is sent over it. */
export const placeholderConnection = (named: Pick<Connection, "profile" | "environment" | "readOnly">): Connection => ({
  ...named,
  baseUrl: new URL("http://127.0.0.1"),
  metricsUrl: null,
  tokenUrl: null,
  dialect: "specification",
  credentials: { kind: "digest", publicKey: "", privateKey: new Secret("") },
  scrape: null,
  ca: null,
  roles: null,
});
