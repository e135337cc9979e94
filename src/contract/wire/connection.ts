import type { Role } from "../roles.ts";
import type { Secret } from "../secret.ts";
import type { DialectId } from "./dialect.ts";

/** Credentials for requests to the administration API (specification part 5). */
export type Credentials =
  | { readonly kind: "digest"; readonly publicKey: string; readonly privateKey: Secret }
  | { readonly kind: "oauth2"; readonly clientId: string; readonly clientSecret: Secret };

/** Login of the metrics integration's own user (specification part 5, 4). */
export type ScrapeLogin = { readonly username: string; readonly password: Secret };

/**
 * Reason for a read-only connection, as shown (`profile prod`). `unlockable`: production is the only reason, so a user may allow writes for a limited
 * time.
 */
export type ReadOnly = { readonly because: string; readonly unlockable: boolean };

/** Environment of a profile: production is red and starts read-only, the sandbox is always labelled as such. */
export type Environment = "production" | "other" | "sandbox";

/**
 * State of the embedded service's address: `here`: the service listens; `away`: certainly nothing listens, because the service has just stopped and
 * is being restarted; `replaced`: another program took the address.
 */
export type ServicePresence = "here" | "away" | "replaced";

/** Proxy for `https:` addresses, and the hosts that bypass it (entries of `NO_PROXY`). */
export type ProxyRule = {
  readonly protocol: string;
  readonly hostname: string;
  readonly port: string;
  /** `user:password`, if the proxy requires a login. */
  readonly login: Secret | null;
  readonly except: readonly string[];
};

/** Everything the client needs to reach one service as one caller. Created by `settings/`, used by `client/`. */
export type Connection = {
  readonly profile: string;
  readonly environment: Environment;
  /** Base URL of the administration API, possibly with a path (a gateway), without the versioned prefix. */
  readonly baseUrl: URL;
  readonly metricsUrl: URL | null;
  readonly tokenUrl: URL | null;
  readonly dialect: DialectId;
  readonly credentials: Credentials;
  readonly scrape: ScrapeLogin | null;
  /** An additional certificate authority as PEM text. */
  readonly ca: string | null;
  /** If set, the client refuses every write unless a user has unlocked writes for a while. */
  readonly readOnly: ReadOnly | null;
  /** Roles of the caller, if the profile states them. */
  readonly roles: readonly Role[] | null;
  /** Absolute path of a settings file or folder that a project is compared with while the console runs. */
  readonly settingsFiles?: string | null;
  /** Set if the environment names a proxy. */
  readonly proxy?: ProxyRule | null;
  /** Only for the embedded service. Requests are sent while it is `here`, and never to another program. */
  readonly presence?: () => ServicePresence;
  /**
   * Only for the embedded service, after a refused connection: waits for its restart. Resolves to true if it is back, so that an unsent request can
   * be sent.
   */
  readonly returned?: () => Promise<boolean>;
};

type Named = Pick<Connection, "environment" | "baseUrl">;

/** Names a service in files. The embedded one has another address each time. */
export const serviceName = ({ environment, baseUrl }: Named): string =>
  environment === "sandbox" ? "embedded" : baseUrl.href;

/** The same with the caller: another one may be told other things. */
export const callerName = ({ credentials, ...named }: Named & Pick<Connection, "credentials">): string =>
  named.environment === "sandbox"
    ? serviceName(named)
    : `${serviceName(named)} ${credentials.kind === "digest" ? credentials.publicKey : credentials.clientId}`;
