import { type AppStore, createAppStore } from "../app/store.ts";
import { isThemeName, THEME_NAMES, type ThemeName } from "../app/theme.ts";
import { AREAS } from "../areas/areas.ts";
import { settingsFilesOf } from "../settings/environment.ts";
import { settingsPaths } from "../settings/paths.ts";
import { type Preferences, readPreferences } from "../settings/preferences.ts";
import { readPersistedCache } from "../state/answers/persisted-cache.ts";
import { systemClock } from "../state/clock.ts";
import { diskFiles } from "../state/files/disk-files.ts";
import type { Place } from "../state/navigation/place.ts";
import { removeLeftEditorFolders } from "../terminal/editor-folders.ts";
import { stopUntilInForeground } from "../terminal/foreground.ts";
import { requireTerminal } from "../terminal/session.ts";
import { watchScript } from "../terminal/unresponsive/unresponsive.ts";
import { runConsole } from "../ui/mount.tsx";
import { EXIT, reportFailure } from "./exit.ts";
import { errorPrinter } from "./output.ts";
import { readPlace } from "./places.ts";
import { createProgram } from "./program-host.ts";
import { BUILD } from "./start/build-name.ts";
import { filesWhileSaved } from "./start/files-while-saved.ts";
import { saveLastSession } from "./start/last-session.ts";
import { hasNoStart, readLastStart, startName } from "./start/last-start.ts";
import { createProfiles } from "./start/profiles.ts";
import {
  connectAround,
  connectOrStart,
  lastEmbeddedService,
  profileOf,
  rememberSampleMigrations,
  zoneHere,
} from "./start/service.ts";
import { connectionName, type Splash, START, wantsSpeech } from "./start/splash.ts";
import { CONSOLE } from "./table/commands.ts";
import { checkPositionals, parse } from "./table/parse.ts";
import { WrongUse } from "./wrong-use.ts";

/** `sextant [PLACE]`: the console. */

type ConsoleFlags = {
  /** Null where the command line names none. */
  readonly place: Place | null;
  readonly profile: string | undefined;
  readonly readOnly: boolean;
  readonly hideSidebar: boolean;
  /** Line by line, for a screen reader. */
  readonly isSpoken: boolean;
  readonly theme: ThemeName | undefined;
};

function themeOf(name: string): ThemeName {
  if (isThemeName(name)) return name;
  throw new WrongUse(`Unknown theme ${name}. Themes: ${THEME_NAMES.join(", ")}.`);
}

function placeOf(text: string | undefined): Place | null {
  if (text === undefined) return null;
  const parsed = readPlace(text, AREAS);
  if (parsed.ok) return parsed.place;
  throw new WrongUse(parsed.message);
}

function flagsOf(argv: readonly string[]): ConsoleFlags {
  const parsed = parse(CONSOLE, argv);
  checkPositionals(CONSOLE, parsed.words);
  const theme = parsed.text("theme");
  return {
    place: placeOf(parsed.words[0]),
    profile: parsed.text("profile"),
    readOnly: parsed.isOn("read-only"),
    hideSidebar: parsed.isOn("pane"),
    isSpoken: parsed.isOn("screen-reader") || wantsSpeech(process.env),
    theme: theme === undefined ? undefined : themeOf(theme),
  };
}

/** Start place where the command line names none; a place that no longer exists is reported. */
function startOf({ start }: Preferences, warnings: string[]): Place {
  const parsed = readPlace(start, AREAS);
  if (parsed.ok) return parsed.place;
  warnings.push(`The start of your preferences cannot be opened: ${parsed.message}`);
  return START;
}

/** The preferences of this start: flags override saved preferences. */
function preferencesOf(kept: Preferences, { theme, hideSidebar }: ConsoleFlags, warnings: string[]): Preferences {
  if (theme === undefined && !isThemeName(kept.theme)) {
    warnings.push(`Unknown theme ${kept.theme} in your preferences. Themes: ${THEME_NAMES.join(", ")}.`);
  }
  return { ...kept, ...(theme === undefined ? {} : { theme }), ...(hideSidebar ? { pane: "on" } : {}) };
}

/** Says what goes wrong as a notice, also before the store is there; the first line of each trouble. */
const noticesOf =
  (made: Promise<AppStore>) =>
  (trouble: string): void => {
    const [sentence = trouble] = trouble.split("\n", 1);
    made.then(
      ({ notices }) => notices.say("warning", sentence),
      () => undefined,
    );
  };

async function open(flags: ConsoleFlags, early: readonly string[], splash: Splash | null): Promise<void> {
  const paths = settingsPaths();
  const name = connectionName(flags.profile ?? null, process.env);
  let lastAs = startName(name, process.env, paths.config);
  const kept = readLastStart(paths.state, lastAs);
  const last = kept ?? splash?.sample ?? null;
  const isFirstStart = kept === null && hasNoStart(paths.state);
  const isServiceOwn = name.startsWith("embedded");
  const made = Promise.withResolvers<AppStore>();
  const onTrouble = noticesOf(made.promise);
  let savedProfile = flags.profile ?? null;
  const files = filesWhileSaved(diskFiles(paths.state), paths.config, () => savedProfile, onTrouble);
  const use = { onTrouble, alongside: watchScript() };
  const readOnly = flags.readOnly ? { because: "--read-only", unlockable: false } : null;
  const known = { readOnly, settingsFiles: settingsFilesOf(process.env) };
  const service = connectAround({
    isFrameFirst: kept !== null && splash !== null,
    connect: () =>
      connectOrStart({ profile: flags.profile, readOnly: flags.readOnly }, process.env, paths, {
        ...use,
        early: splash?.early,
      }),
    asLast: (client) => (last !== null && isServiceOwn ? lastEmbeddedService(last, known, client) : null),
  });
  const [profile, { preferences: saved, warnings: complaints }, answers] = await Promise.all([
    service.profile,
    readPreferences(paths),
    service.profile.then(({ connection }) => readPersistedCache(files, { name, connection }, BUILD)),
  ]);
  const warnings = [...complaints];
  const preferences = preferencesOf(saved, flags, warnings);
  const { groupName = null, orgName = null } = last?.groupId === profile.groupId ? (last ?? {}) : {};
  const store = createAppStore(
    {
      profile,
      files,
      clock: systemClock,
      random: Math.random,
      process: `${process.pid}`,
      last: { connection: name, build: BUILD, groupName, orgName, answers },
    },
    flags.place ?? startOf(saved, warnings),
  );
  made.resolve(store);
  const { profile: startProfile, environment } = profile.connection;
  const keptAs = (of: string): string => (of === startProfile ? name : connectionName(of, process.env));
  const startKept = saveLastSession(store, files, () => lastAs, kept);
  let connection = profile.connection;
  const profiles = createProfiles({
    paths,
    env: process.env,
    readOnly: flags.readOnly,
    start: { name: startProfile, environment, isProfile: flags.profile !== undefined, reached: service.reached },
    use,
    onSwitch: (next) => {
      const to = keptAs(next.connection.profile);
      lastAs = startName(to, process.env, paths.config);
      store.session.switchProfile(next, to);
      connection = next.connection;
      savedProfile = to === name ? (flags.profile ?? null) : connection.profile;
    },
  });
  service.found.then(
    (connected) => {
      connection = connected.connection;
      // The project is not that of the last session: nothing on screen exists any more.
      if (connected.projectId !== profile.groupId)
        store.session.switchProfile(profileOf(connected, service.client), name);
      rememberSampleMigrations(store, connected);
    },
    () => undefined,
  );
  store.session.setZone(zoneHere(preferences, Date.now()));
  for (const warning of [...warnings, ...early]) store.notices.say("warning", warning);
  const program = createProgram({ paths, env: process.env, store, profiles, connection: () => connection });
  const run = flags.isSpoken ? (await import("./spoken.ts")).runSpoken : runConsole;
  const ended = run({
    splash:
      splash === null
        ? undefined
        : {
            painted: splash.painted,
            handOver: () => {
              splash.handOver();
              service.onFirstFrame();
            },
          },
    lost: service.reached,
    store,
    preferences,
    isFirstStart,
    isServiceOwn,
    env: process.env,
    program: program.host,
  });
  // After the first frame: the rest of the saved state is read, and queries start.
  void store.start();
  void removeLeftEditorFolders();
  const sharing = import("./start/share-answers.ts").then(({ shareAnswers }) =>
    shareAnswers(store, paths.state, () => keptAs(store.getState().session.profile)),
  );
  await ended;
  (await sharing)();
  await store.stop();
  await startKept();
  await program.settled();
  const { connected, client } = await service.reached;
  await program.close();
  await client.close();
  await connected.close();
}

/**
 * Runs the console.
 *
 * @param warnings messages to show at its start, besides the console's own
 * @param splash the splash screen, where it is already shown
 * @returns the exit code of the process
 */
export async function runConsoleCommand(
  argv: readonly string[],
  warnings: readonly string[],
  splash: Splash | null = null,
): Promise<number> {
  try {
    const flags = flagsOf(argv);
    const refusal = requireTerminal({ stdin: process.stdin, stdout: process.stdout, env: process.env }, flags.isSpoken);
    if (refusal !== undefined) throw new WrongUse(refusal);
    // A splash screen has the terminal already, and its handlers of signals, which are heard only while nothing waits here.
    if (splash === null && !stopUntilInForeground())
      throw new WrongUse("The console needs the terminal: start it without &.");
    await open(flags, warnings, splash);
    return EXIT.done;
  } catch (error) {
    splash?.withdraw();
    return reportFailure(error, errorPrinter(CONSOLE));
  }
}
