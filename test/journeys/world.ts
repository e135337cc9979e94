import { type Client, createClient } from "../../src/client/client.ts";
import { connectionOfReady } from "../../src/commands/connect.ts";
import { ALERT_CONFIGURATION_READ_ONLY } from "../../src/contract/alert-configurations.ts";
import { isJson, isJsonObject, type JsonObject, parseJson } from "../../src/contract/json/json.ts";
import type { Role } from "../../src/contract/roles.ts";
import { AlertConfigId, AlertId, GroupId } from "../../src/contract/schema/ids.ts";
import type { DialectId } from "../../src/contract/wire/dialect.ts";
import type { LoggedRequest } from "../../src/service/instances/journal.ts";
import type { ServiceReady } from "../../src/service/server/ready.ts";
import { type RunningService, type ServiceOptions, startService } from "../../src/service/service.ts";
import { INSTANCES, instances } from "../postgres/instances.ts";

/**
 * The service that a journey is about, seen from outside the console: another client of the same API, and the control surface
 * (its clock, its journal of requests, keys with fewer roles).
 */
export class World implements AsyncDisposable {
  readonly ready: ServiceReady;
  readonly client: Client;
  readonly #service: RunningService | null;

  constructor(ready: ServiceReady, service: RunningService | null) {
    this.ready = ready;
    this.#service = service;
    this.client = createClient(connectionOfReady(ready, null));
  }

  /** Starts a service in this process. Its time stands still and nothing moves by itself, unless the options say otherwise. */
  static async start(dialect: DialectId, options: Partial<ServiceOptions> = {}): Promise<World> {
    const wanted = { quiet: true, speed: 0, dialect, ...options };
    const isHere = INSTANCES === 0 || options.place !== undefined || options.tls !== undefined;
    const service = await (isHere ? startService({ place: ":memory:", ...wanted }) : instances(wanted, INSTANCES));
    return new World(service.ready, service);
  }

  /** What a console has to be told to work with this service. */
  env(key = this.#firstKey()): Readonly<Record<string, string>> {
    const { baseUrl, tokenUrl, metricsUrl, scrapeUsername, scrapePassword, dialect, groupId, orgId } = this.ready;
    return {
      SEXTANT_BASE_URL: baseUrl,
      SEXTANT_TOKEN_URL: tokenUrl,
      SEXTANT_METRICS_URL: metricsUrl,
      SEXTANT_SCRAPE_USERNAME: scrapeUsername,
      SEXTANT_SCRAPE_PASSWORD: scrapePassword,
      SEXTANT_DIALECT: dialect,
      SEXTANT_PUBLIC_KEY: key.publicKey,
      SEXTANT_PRIVATE_KEY: key.privateKey,
      SEXTANT_PROJECT_ID: groupId,
      SEXTANT_ORG_ID: orgId,
    };
  }

  #firstKey(): { readonly publicKey: string; readonly privateKey: string } {
    const { publicKey, privateKey } = this.ready;
    return { publicKey, privateKey };
  }

  /** The project that a name of the sample data means. */
  project(name: string): GroupId {
    return GroupId.parse(this.ready.groups.find((group) => group.name === name)?.id);
  }

  get main(): GroupId {
    return GroupId.parse(this.ready.groupId);
  }

  /** One alert as another client reads it, in the contract's spelling. */
  async alert(alertId: string): Promise<JsonObject> {
    const params = { groupId: this.main, alertId: AlertId.parse(alertId) };
    return objectOf((await this.client.call("getAlert", { params })).raw);
  }

  /** The alerts of a status as another client reads them. */
  async alerts(status: "OPEN" | "TRACKING"): Promise<readonly JsonObject[]> {
    const params = { groupId: this.main };
    return resultsOf((await this.client.call("listAlerts", { params, query: { status } })).raw);
  }

  /** The alert configurations of a project as another client reads them. */
  async configurations(groupId = this.main): Promise<readonly JsonObject[]> {
    return resultsOf((await this.client.call("listAlertConfigurations", { params: { groupId } })).raw);
  }

  /** One alert configuration as another client reads it. */
  async configuration(id: string, groupId = this.main): Promise<JsonObject> {
    const params = { groupId, alertConfigId: AlertConfigId.parse(id) };
    return objectOf((await this.client.call("getAlertConfiguration", { params })).raw);
  }

  /** Changes an alert configuration of the main project as another client does: what was read goes back, secrets left out. */
  async change(id: string, change: (stored: JsonObject) => JsonObject): Promise<void> {
    const params = { groupId: this.main, alertConfigId: AlertConfigId.parse(id) };
    const received = await this.configuration(id);
    const body = Object.fromEntries(
      Object.entries(change(received)).filter(([name]) => !ALERT_CONFIGURATION_READ_ONLY.includes(name)),
    );
    await this.client.call("updateAlertConfiguration", { params }, { body, received });
  }

  /** Asks the control surface. */
  async control(method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: JsonObject): Promise<JsonObject> {
    const { controlUrl, controlToken } = this.ready;
    const answer = await fetch(`${controlUrl}${path}`, {
      method,
      headers: { Authorization: `Bearer ${controlToken}`, "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    const parsed = parseJson(text === "" ? "{}" : text);
    return objectOf(parsed.ok ? parsed.value : null);
  }

  /** Moves the service's clock on. */
  step(seconds: number): Promise<JsonObject> {
    return this.control("POST", "/clock/step", { seconds });
  }

  /** Writes that came to the service, oldest first, with the status that each was answered with. */
  async writes(): Promise<readonly Pick<LoggedRequest, "method" | "target" | "status" | "body" | "operation">[]> {
    const { entries } = await this.control("GET", "/journal");
    const found = Array.isArray(entries) ? entries.filter(isJsonObject) : [];
    return found
      .filter(({ method }) => method !== "GET")
      .map(({ method, target, status, body, operation }) => ({
        method: String(method),
        target: String(target),
        status: Number(status),
        operation: typeof operation === "string" ? operation : null,
        body: body ?? null,
      }));
  }

  /** Writes that the service did, without the first legs of digest. */
  async writesDone(): ReturnType<World["writes"]> {
    return (await this.writes()).filter(({ status }) => status < 300);
  }

  /** Makes a key that may do no more than its roles in the main project. */
  async key(roles: readonly Role[]): Promise<{ readonly publicKey: string; readonly privateKey: string }> {
    const made = await this.control("POST", "/keys", { projects: { [this.main]: [...roles] } });
    return { publicKey: String(made["publicKey"]), privateKey: String(made["privateKey"]) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.close();
    await this.#service?.stop();
  }
}

/** @throws when it is no JSON object */
export function objectOf(value: unknown): JsonObject {
  if (isJson(value) && isJsonObject(value)) return value;
  throw new TypeError(`not an object: ${JSON.stringify(value)}`);
}

function resultsOf(value: unknown): readonly JsonObject[] {
  const { results } = objectOf(value);
  return Array.isArray(results) ? results.map(objectOf) : [];
}

/** The objects of a list in a document. */
export function listOf(document: JsonObject, field: string): readonly JsonObject[] {
  const list = document[field];
  return Array.isArray(list) ? list.map(objectOf) : [];
}
