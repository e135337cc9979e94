import type { Profile } from "../../settings/profiles.ts";
import { pluralize } from "../../text/format.ts";

/** Profiles as text. Profiles contain no secrets. */

/** The credentials, and where their secret is stored. */
export function credentialLabel({ credentials }: Pick<Profile, "credentials">): string {
  if (credentials === undefined) return "from SEXTANT_* variables";
  if (credentials.kind === "command") return `from the command ${credentials.credentialCommand[0] ?? ""}`;
  const isKey = credentials.kind === "digest";
  const who = isKey ? (credentials.publicKey ?? "") : (credentials.clientId ?? "");
  const variable = isKey
    ? (credentials.privateKeyVariable ?? "SEXTANT_PRIVATE_KEY")
    : (credentials.clientSecretVariable ?? "SEXTANT_CLIENT_SECRET");
  const where =
    credentials.secretIn === "keyring"
      ? "secret in the keyring"
      : credentials.secretIn === "file"
        ? "secret in secrets.json"
        : `secret in ${variable}`;
  return `${isKey ? "API key" : "service account"}${who === "" ? "" : ` ${who}`}, ${where}`;
}

/** All profiles, one a line: name, environment, address, credentials. */
export function profileRows(profiles: readonly Profile[]): readonly string[] {
  const cells = profiles.map((profile) => [
    profile.name,
    profile.environment === "production" ? "production" : "other",
    profile.baseUrl,
    credentialLabel(profile),
  ]);
  const widths = [0, 1, 2].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells.map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

/** One profile, one line per setting. */
export function profileLines(profile: Profile): readonly string[] {
  const { name, baseUrl, dialect, environment, readOnly, orgId, projects, caFile } = profile;
  const { settingsFiles, metricsUrl, tokenUrl } = profile;
  const rows: readonly (readonly [string, string | undefined])[] = [
    ["Name", name],
    ["Address", baseUrl],
    ["Dialect", dialect],
    ["Environment", environment],
    [
      "Changes",
      readOnly === true
        ? "blocked"
        : environment === "production"
          ? "blocked until they are unlocked in the console"
          : "allowed",
    ],
    ["Credentials", credentialLabel(profile)],
    ["Organisation", orgId],
    ["Certificate authority", caFile],
    ["Settings files", settingsFiles],
    ["Metrics address", metricsUrl],
    ["Token address", tokenUrl],
    ["Projects", projects.length === 0 ? "those that the service lists" : pluralize(projects.length, "project")],
  ];
  const shown = rows.flatMap(([label, value]) => (value === undefined ? [] : [[label, value] as const]));
  const wide = Math.max(...shown.map(([label]) => label.length));
  return [
    ...shown.map(([label, value]) => `${label.padEnd(wide)}  ${value}`),
    ...projects.map(({ id, alias, clusters }) =>
      `  ${id}  ${alias ?? ""}${clusters.length === 0 ? "" : `: ${clusters.map((one) => one.name).join(", ")}`}`.trimEnd(),
    ),
  ];
}
