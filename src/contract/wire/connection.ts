import type { Role } from "../roles.ts";
import type { Secret } from "../secret.ts";
import type { DialectId } from "./dialect.ts";

/** How requests to the administration API are signed (specification part 5). */
export type Credentials =
  | { readonly kind: "digest"; readonly publicKey: string; readonly privateKey: Secret }
  | { readonly kind: "oauth2"; readonly clientId: string; readonly clientSecret: Secret };

/** The metrics integration's own user (specification part 5, 4). */
export type ScrapeLogin = { readonly username: string; readonly password: Secret };

/**
 * Why a connection may only read; the source of the rule is shown (`profile prod`). `unlockable`: because it is production and for
 * no other reason, so that a person may allow writes for a stated time.
 */
export type ReadOnly = { readonly because: string; readonly unlockable: boolean };

/** What a profile says of its surroundings: production is red and starts read-only, the sandbox says so at all times. */
export type Environment = "production" | "other" | "sandbox";

/**
 * Who listens at the address of the embedded service: the service itself; nobody for certain, because it has just gone away and is started
 * again; or another program, which took the address.
 */
export type Presence = "here" | "away" | "replaced";

/** The proxy that `https:` addresses are reached through, and the hosts that are not (entries of `NO_PROXY`). */
export type ProxyRule = {
  readonly protocol: string;
  readonly hostname: string;
  readonly port: string;
  /** `user:password`, where it wants one. */
  readonly login: Secret | null;
  readonly except: readonly string[];
};

/** Everything the client needs to reach one service as one caller. Made by `settings/`, used by `client/`. */
export type Connection = {
  readonly profile: string;
  readonly environment: Environment;
  /** Origin of the administration API, without the versioned prefix. */
  readonly baseUrl: URL;
  readonly metricsUrl: URL | null;
  readonly tokenUrl: URL | null;
  readonly dialect: DialectId;
  readonly credentials: Credentials;
  readonly scrape: ScrapeLogin | null;
  /** PEM text of an additional certificate authority. */
  readonly ca: string | null;
  /** Every write is refused by the client, whatever the keys say, unless a person allowed it for a while. */
  readonly readOnly: ReadOnly | null;
  /** The caller's roles, where the profile states them. */
  readonly roles: readonly Role[] | null;
  /** The absolute path of a file or a folder of settings that a project is compared with while the console runs. */
  readonly settingsFiles?: string | null;
  /** Where the environment names one. */
  readonly proxy?: ProxyRule | null;
  /** Of the embedded service only. Requests are sent while it is here, and never to another program. */
  readonly presence?: () => Presence;
  /**
   * Of the embedded service only, after nobody took a connection: waits while its successor comes up. Whether the service is there again, so
   * that what was not sent can be.
   */
  readonly returned?: () => Promise<boolean>;
};
