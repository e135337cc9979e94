import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { z } from "zod";
import { GroupId, OrgId } from "../contract/schema/ids.ts";
import { Secret } from "../contract/secret.ts";
import type { Connection, ScrapeLogin } from "../contract/wire/connection.ts";
import { DIALECTS, type DialectId } from "../contract/wire/dialect.ts";
import { addressProblem } from "./address.ts";
import { credentialsOfEnvironment, variable } from "./credentials.ts";
import type { Variables } from "./paths.ts";
import { proxyOf } from "./proxy.ts";
import { SettingsError } from "./settings-error.ts";
import { typedPath } from "./settings-folder.ts";

/** A connection from the `SEXTANT_*` variables (`design.md`, names and settings), and the ids that they name. */
type FromEnvironment = {
  readonly connection: Connection;
  readonly projectId: GroupId | null;
  readonly orgId: OrgId | null;
};

export { namesService } from "./named-service.ts";

/** An address in a variable. A path is allowed (a gateway), a user name is not: it would appear in every log. */
function address(env: Variables, name: string): URL | null {
  const text = variable(env, name);
  if (text === "") return null;
  const wanted = addressProblem(text);
  if (wanted !== null) throw new SettingsError(`${name} is not ${wanted}.`);
  return new URL(text);
}

function dialectOf(env: Variables): DialectId {
  const text = variable(env, "SEXTANT_DIALECT");
  const found = DIALECTS.find((dialect) => dialect === text);
  if (text !== "" && found === undefined) {
    throw new SettingsError(`SEXTANT_DIALECT is ${JSON.stringify(text)}: use ${DIALECTS.join(" or ")}.`);
  }
  return found ?? "specification";
}

function idOf<Schema extends z.ZodType>(env: Variables, name: string, schema: Schema): z.output<Schema> | null {
  const text = variable(env, name);
  if (text === "") return null;
  const checked = schema.safeParse(text);
  if (!checked.success) {
    throw new SettingsError(`${name} must be ${checked.error.issues[0]?.message ?? "an id"}.`);
  }
  return checked.data;
}

/** The project and organisation that the environment names, whichever connection is used. */
export const idsOfEnvironment = (env: Variables): Pick<FromEnvironment, "projectId" | "orgId"> => ({
  projectId: idOf(env, "SEXTANT_PROJECT_ID", GroupId),
  orgId: idOf(env, "SEXTANT_ORG_ID", OrgId),
});

/** Login of the metrics integration; null if the environment names none. */
export function scrapeOf(
  env: Variables,
  usernameVariable = "SEXTANT_SCRAPE_USERNAME",
  passwordVariable = "SEXTANT_SCRAPE_PASSWORD",
): ScrapeLogin | null {
  const username = variable(env, usernameVariable);
  const password = variable(env, passwordVariable);
  if (username === "" && password === "") return null;
  if (username === "" || password === "") {
    const missing = username === "" ? usernameVariable : passwordVariable;
    throw new SettingsError(`The scrape user is incomplete: set the environment variable ${missing} too.`);
  }
  return { username, password: new Secret(password) };
}

/** PEM text of an additional certificate authority. @throws SettingsError if the file cannot be read or holds no certificate */
export async function readAuthority(path: string, source: string): Promise<string> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    throw new SettingsError(`${source} names ${path}, which cannot be read.`, { cause: error });
  }
  if (!text.includes("-----BEGIN CERTIFICATE-----")) {
    throw new SettingsError(`${source} names ${path}, which contains no PEM certificate.`);
  }
  return text;
}

/** Absolute path of the settings files that the environment names. */
export function settingsFilesOf(env: Variables): string | null {
  const path = variable(env, "SEXTANT_SETTINGS_FILES");
  return path === "" ? null : resolve(typedPath(path));
}

/**
 * The connection from the `SEXTANT_*` variables.
 *
 * @throws SettingsError naming the variable that is missing or wrong
 */
export async function connectionOfEnvironment(env: Variables): Promise<FromEnvironment> {
  const baseUrl = address(env, "SEXTANT_BASE_URL");
  if (baseUrl === null) {
    throw new SettingsError("The address of the service is missing: set the environment variable SEXTANT_BASE_URL.");
  }
  const caFile = variable(env, "SEXTANT_CA_FILE");
  return {
    connection: {
      profile: "environment",
      environment: "other",
      baseUrl,
      metricsUrl: address(env, "SEXTANT_METRICS_URL"),
      tokenUrl: address(env, "SEXTANT_TOKEN_URL"),
      dialect: dialectOf(env),
      credentials: credentialsOfEnvironment(env),
      scrape: scrapeOf(env),
      ca: caFile === "" ? null : await readAuthority(caFile, "SEXTANT_CA_FILE"),
      readOnly: null,
      roles: null,
      settingsFiles: settingsFilesOf(env),
      proxy: proxyOf(env),
    },
    ...idsOfEnvironment(env),
  };
}
