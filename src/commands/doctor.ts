import { mayCarryCredentials } from "../client/transport/destination.ts";
import { startService } from "../service/service.ts";
import { settingsPaths, type Variables } from "../settings/paths.ts";
import { resolveConnection } from "../settings/resolve.ts";
import { SettingsError } from "../settings/settings-error.ts";
import { isDumb } from "../terminal/capabilities.ts";
import { isInForeground } from "../terminal/foreground.ts";
import { reportedCells } from "../terminal/size.ts";
import { messageOf } from "../text/thrown.ts";
import { exitOf, type Finding, failed, findingText, ok, skipped, summaryText } from "./doctor/finding.ts";
import { folderFindings } from "./doctor/folders.ts";
import { loginFindings } from "./doctor/login.ts";
import { networkFindings } from "./doctor/network.ts";
import { settingsFindings } from "./doctor/settings.ts";
import { askModes, terminalFindings, tmuxOptions } from "./doctor/terminal.ts";
import { jsonText } from "./json-text.ts";
import { print } from "./output.ts";
import { runParsed } from "./run-parsed.ts";
import { DOCTOR } from "./table/commands.ts";
import { checkPositionals, type ParsedArguments } from "./table/parse.ts";

/** `sextant doctor`: checks everything that the console depends on, one line each with advice. Changes nothing. */

async function terminalNow(env: Variables): Promise<readonly Finding[]> {
  const { stdin, stdout } = process;
  const isTerminal = stdin.isTTY === true && stdout.isTTY === true;
  // A question changes how the terminal is set, which is the shell's while this job is in the background.
  const isBackground = isTerminal && !isInForeground();
  return terminalFindings({
    isTerminal,
    columns: stdout.columns ?? 0,
    rows: stdout.rows ?? 0,
    env,
    isBackground,
    modes: isTerminal && !isBackground && !isDumb(env) ? await askModes(stdin, stdout) : null,
    tmux: isTerminal ? await tmuxOptions(env) : null,
  });
}

/** Checks that the embedded service can start: in memory, so that no files remain. */
async function embeddedFinding(): Promise<Finding> {
  try {
    const service = await startService({ place: ":memory:", quiet: true });
    await service.stop();
    return ok("service", "Service", "the embedded one, which starts");
  } catch (error) {
    return failed(
      "service",
      "Service",
      `the embedded one cannot start: ${messageOf(error)}`,
      "Start sextant serve to see why.",
    );
  }
}

/** Credentials go only to https and to this machine: a service elsewhere without TLS is of no use. */
const serviceFinding = (baseUrl: URL, found: string): Finding =>
  mayCarryCredentials(baseUrl)
    ? ok("service", "Service", found)
    : failed("service", "Service", `${found}: credentials are sent only over https`, "Use https in the base URL.");

/** The service that the console would use, and the network path to it. */
async function serviceFindings(profile: string | undefined, env: Variables): Promise<readonly Finding[]> {
  try {
    const choice = await resolveConnection({ profile, readOnly: true }, env, settingsPaths(env));
    if (choice.kind === "embedded") {
      return [await embeddedFinding(), skipped("network", "Network", "the embedded service runs on this machine")];
    }
    const { connection, source } = choice;
    const { origin } = connection.baseUrl;
    const by = source === "profile" ? `profile ${connection.profile}` : "SEXTANT_* variables";
    const network = await networkFindings(connection);
    // A clock difference was computed from the service's own answer, so the service is reached.
    const isReached = network.every(({ id, status }) => id === "clock" || status !== "failed");
    return [
      serviceFinding(connection.baseUrl, `${origin}, by ${by}`),
      ...network,
      ...(await loginFindings(connection, isReached, choice.projectId)),
    ];
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const advice = "sextant profile list shows the profiles; sextant profile edit changes one.";
    return [failed("service", "Service", error.message, advice)];
  }
}

async function examine(parsed: ParsedArguments<typeof DOCTOR.options>): Promise<number> {
  checkPositionals(DOCTOR, parsed.words);
  const isJson = parsed.isOn("json");
  const { env } = process;
  const paths = settingsPaths(env);
  const findings: Finding[] = [];
  const width =
    (process.stdout.isTTY === true ? reportedCells(process.stdout.columns) : null) ?? Number.POSITIVE_INFINITY;
  // Each group is printed as soon as it is known: the network may take some seconds.
  const groups = [
    () => terminalNow(env),
    async () => folderFindings(paths),
    () => settingsFindings(paths),
    () => serviceFindings(parsed.text("profile"), env),
  ];
  for (const group of groups) {
    const found = await group();
    findings.push(...found);
    if (!isJson) await print(`${found.map((finding) => findingText(finding, width)).join("\n")}\n`);
  }
  await print(isJson ? `${jsonText(findings, true)}\n` : `${summaryText(findings)}\n`);
  return exitOf(findings);
}

/**
 * Runs `sextant doctor`.
 *
 * @param argv the arguments after `doctor`
 * @returns the exit code: 0 all well, 1 warnings, 2 failures or wrong use
 */
export const doctor = (argv: readonly string[]): Promise<number> => runParsed(DOCTOR, argv, examine);
