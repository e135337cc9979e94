import { createStore, type StoreApi } from "zustand/vanilla";
import { areSameIn } from "../text/same-items.ts";
import { messageOf } from "../text/thrown.ts";
import { NO_ACTIVITY } from "./activity.ts";
import { createBetweenKeys } from "./answers/between-keys.ts";
import { createCalls } from "./answers/calls.ts";
import { saveCache, shareCache } from "./answers/persisted-cache.ts";
import { createResources } from "./answers/resources.ts";
import type { Core } from "./core.ts";
import type { LastSeen, StoreDependencies } from "./dependencies.ts";
import { createDrafts, NO_DRAFTS } from "./drafts.ts";
import { createDrift } from "./drift.ts";
import { createJournal } from "./journal/journal.ts";
import { createDirectory, DIRECTORY, directoryQueries } from "./names/directory.ts";
import { createNames, NO_NAMES } from "./names/names.ts";
import { createNavigation, focusedOwner, type NavigationState, navigationAt } from "./navigation/navigation.ts";
import type { Place } from "./navigation/place.ts";
import { NO_TRAIL } from "./navigation/trail.ts";
import { createViews, type ViewKey, type ViewState } from "./navigation/views.ts";
import { createViewsFile } from "./navigation/views-file.ts";
import { createNotices, NO_NOTICES } from "./notices.ts";
import { createPins, NO_PINS } from "./pins.ts";
import { createRunbooks } from "./runbooks.ts";
import { createSamples, NO_CURVES, NOTHING_READ } from "./samples/samples.ts";
import { createAppliedSettings } from "./session/applied-settings.ts";
import type { ConsoleProfile } from "./session/console-profile.ts";
import { type SessionState, sessionOf } from "./session/session.ts";
import { createUnlocking } from "./session/unlocking.ts";
import type { ConsoleActions, ConsoleState, ConsoleStore } from "./store.ts";
import { createSubscriptions } from "./subscriptions.ts";
import { createSend, type Sent } from "./writes/send.ts";
import { createUnknownWrites, mayHideWrite, NOTHING_UNSHOWN } from "./writes/unknown-writes.ts";

/** Longest wait for pending writes at exit (ms); a write not answered by then is in the journal as unknown. */
const WAIT_FOR_WRITES = 5000;

/** Reads that stay valid after a switch to another project of the profile. */
const BEYOND_PROJECTS = ["listProjects", "listClustersOfAllProjects", "getOrganization"] as const;

/** Owners whose answers are saved for the next start. */
const SHOWN = ["main", "badges"];

/** The session with the remembered names, until the service answers. */
const withNames = (session: SessionState, last: LastSeen | undefined): SessionState => ({
  ...session,
  groupName: session.groupName ?? last?.groupName ?? null,
  orgName: session.orgName ?? last?.orgName ?? null,
});

/** Navigation state with nothing opened. */
const LEFT = { pane: "main", marked: null } as const;

/** The state of a profile before any of it is read. */
const UNREAD = {
  drafts: NO_DRAFTS,
  names: NO_NAMES,
  runbooks: null,
  subscriptions: null,
  pins: NO_PINS,
  drift: null,
  ...NOTHING_UNSHOWN,
};

const initialState = ({ profile, last }: StoreDependencies, place: Place): ConsoleState => ({
  session: withNames(sessionOf(profile, 1, "local"), last),
  navigation: navigationAt(place),
  resources: {},
  stale: new Set(),
  views: new Map(),
  activity: NO_ACTIVITY,
  notices: NO_NOTICES,
  samples: NO_CURVES,
  savedReadings: NOTHING_READ,
  ...UNREAD,
  displayed: null,
});

/**
 * Creates the store of the console. It sends and reads nothing before `start`.
 *
 * @param above slices of the layers above
 */
export function createConsoleStore<Above extends object>(
  dependencies: StoreDependencies,
  place: Place,
  above: Above,
): ConsoleStore<ConsoleState & Above> {
  const store = createStore<ConsoleState & Above>(() => ({ ...initialState(dependencies, place), ...above }));
  return { ...store, ...createActions(store, dependencies) };
}

/** `get` and `set` of the state, and `together`, which makes several changes one. */
function changesOf(store: StoreApi<ConsoleState>): Pick<Core<ConsoleState>, "get" | "set" | "together"> {
  let made: { readonly state: ConsoleState; readonly change: Partial<ConsoleState> } | null = null;
  return {
    get: () => made?.state ?? store.getState(),
    set: (change) => {
      if (made === null) store.setState(change);
      else made = { state: { ...made.state, ...change }, change: { ...made.change, ...change } };
    },
    together: (run) => {
      if (made !== null) return run();
      made = { state: store.getState(), change: {} };
      try {
        run();
      } finally {
        const { change } = made;
        made = null;
        if (Object.keys(change).length > 0) store.setState(change);
      }
    },
  };
}

function createActions(store: StoreApi<ConsoleState>, dependencies: StoreDependencies): ConsoleActions {
  let profile = dependencies.profile;
  /** Projects and clusters are watched once `start` has run. */
  let isStarted = false;
  const { files, clock, random, process, last, by = "console" } = dependencies;
  /** Name under which answers are saved for the next start. */
  let keptAs = last?.connection;

  const { get, set, together } = changesOf(store);
  const notices = createNotices({ get, set, clock });
  const betweenKeys = createBetweenKeys();
  const core: Core<ConsoleState> = {
    get,
    set,
    together,
    betweenKeys,
    files,
    clock,
    random,
    process,
    by,
    profile: () => profile,
    report: (tone, text) => notices.say(tone, text),
  };

  /** Core for writes: problems are also reported outside the screen, for programs without one. */
  const ofWrites: Core<ConsoleState> = {
    ...core,
    report: (tone, text) => {
      core.report(tone, text);
      dependencies.onTroubleOfWrites?.(text);
    },
  };

  const unlocking = createUnlocking(core);
  const calls = createCalls(core);
  const journal = createJournal(ofWrites);
  const drafts = createDrafts(core);
  const names = createNames(core);
  const samples = createSamples(core);
  const unknownWrites = createUnknownWrites(core);
  const runbooks = createRunbooks(core);
  const subscriptions = createSubscriptions(core);
  const pins = createPins(core);
  const viewsFile = createViewsFile(core);
  const directory = createDirectory(core);
  const resources = createResources(
    core,
    calls,
    ({ operation, args, cached, asOf }) => {
      names.learn(operation, args, cached?.data);
      samples.learn(operation, args, cached?.data, asOf ?? clock.now());
      directory.learn(operation, args);
      unknownWrites.learn(operation, args, cached?.data);
      if (mayHideWrite(operation, cached?.data)) void readNews();
    },
    last?.answers,
  );
  const { touch } = resources.actions;
  const learnSent = ({ operation, args, body, data, at }: Sent): void => {
    names.learn(operation, args, data, body);
    samples.learn(operation, args, data, at);
  };
  const send = createSend(core, calls, journal, touch, learnSent, unknownWrites.ended);

  /** Watches the projects, and the clusters and the organisation of the current session. */
  const watchDirectory = (): void => {
    if (isStarted) resources.actions.watch(DIRECTORY, directoryQueries(core.get().session));
  };
  store.subscribe(({ session }, { session: before }) => {
    if (!areSameIn(session, before, "epoch", "groupId", "orgId")) watchDirectory();
  });

  /**
   * Resets navigation after a switch: everything on screen belonged to the old project or profile and must not be acted on.
   *
   * @param keeps true for a view that shows the same things as before: it keeps its selection
   */
  const leave = (
    { trail, followedTo }: Pick<NavigationState, "trail" | "followedTo">,
    keeps: (view: ViewKey) => boolean,
  ): void => {
    const { navigation, views } = core.get();
    const left = (view: ViewState): ViewState => ({ ...view, selectedId: null, anchor: null });
    set({
      navigation: { ...navigation, place: { ...navigation.place, ids: [] }, cluster: null, trail, followedTo, ...LEFT },
      views: new Map([...views].map(([key, view]) => [key, { ...(keeps(key) ? view : left(view)), marks: new Set() }])),
    });
    resources.focus(focusedOwner(core.get().navigation));
  };

  const load = async (): Promise<void> => {
    await Promise.all([
      viewsFile.load(),
      names.actions.load(),
      drafts.load(),
      runbooks.load(),
      subscriptions.load(),
      pins.load(),
    ]);
  };

  const unreadJournal = (error: unknown): void =>
    notices.say("warning", `Cannot read the journal of earlier changes: ${messageOf(error)}`);

  let newsUnderWay: Promise<void> | null = null;
  /** Loads writes that other programs on this machine have sent since the last read; no answer shows them. */
  const readNews = (): Promise<void> => {
    const read = async (): Promise<void> => {
      const name = profile.connection.profile;
      try {
        const entries = await journal.news(name);
        if (entries !== null && profile.connection.profile === name) unknownWrites.load(entries);
      } catch (error) {
        unreadJournal(error);
      }
      newsUnderWay = null;
    };
    newsUnderWay ??= read();
    return newsUnderWay;
  };

  const tellUnended = async (): Promise<void> => {
    const name = profile.connection.profile;
    try {
      const { unended, entries } = await journal.takeUnended(name);
      if (profile.connection.profile === name) unknownWrites.load(entries);
      for (const { title } of unended) {
        ofWrites.report(
          "warning",
          `The outcome is unknown: ${title}. Check the current state before you send it again.`,
        );
      }
    } catch (error) {
      unreadJournal(error);
    }
  };

  const keepShown = (): void => {
    if (keptAs !== undefined) saveCache(core, keptAs, last?.build ?? null, SHOWN.flatMap(resources.keysOf));
  };

  const switchProfile = (next: ConsoleProfile, nextKeptAs?: string): void => {
    const { epoch, zone } = core.get().session;
    viewsFile.flushSync();
    names.flushSync();
    runbooks.flushSync();
    subscriptions.flushSync();
    pins.flushSync();
    unlocking.lock();
    keepShown();
    // Before the session changes: its subscribers request again at once, and those requests must survive.
    resources.clear();
    keptAs = nextKeptAs;
    profile = next;
    isStarted = true;
    set({ session: sessionOf(next, epoch + 1, zone), views: new Map(), ...UNREAD });
    samples.clear();
    leave({ trail: NO_TRAIL, followedTo: null }, () => false);
    void load();
    void tellUnended();
  };

  return {
    session: {
      switchProject: (groupId) => {
        const { session } = core.get();
        if (session.groupId === groupId) return;
        const project = session.projects.find(({ id }) => id === groupId);
        const org = project?.orgId ?? session.orgId;
        resources.leave(BEYOND_PROJECTS);
        set({
          session: {
            ...session,
            epoch: session.epoch + 1,
            groupId,
            groupName: project?.name ?? null,
            orgId: org,
            orgName: org === session.orgId ? session.orgName : null,
          },
        });
        leave(core.get().navigation, (view) => !view.startsWith(`${session.groupId}/`));
      },
      switchProfile,
      ...unlocking,
      forgetMissingRoles: () => set({ session: { ...core.get().session, missingRoles: new Map() } }),
      setZone: (zone) => set({ session: { ...core.get().session, zone } }),
    },
    navigation: {
      ...createNavigation(core, () => resources.focus(focusedOwner(core.get().navigation))),
      setFrozen: (frozen) => {
        const state = core.get();
        const navigation = { ...state.navigation, frozen };
        set({ navigation, displayed: frozen ? { ...state, navigation } : null });
      },
    },
    resources: resources.actions,
    views: createViews(core, viewsFile.keep),
    drafts,
    journal,
    notices,
    names: names.actions,
    samples: samples.actions,
    runbooks: runbooks.actions,
    subscriptions: subscriptions.actions,
    pins: pins.actions,
    appliedSettings: createAppliedSettings(ofWrites),
    drift: createDrift(core),
    send: send.actions,
    keyPressed: () => {
      betweenKeys.pressed();
      resources.actions.looked();
    },
    start: async () => {
      isStarted = true;
      watchDirectory();
      // Each unfinished write is reported once, to a person: a program that only applies files leaves them to the next
      // console.
      await Promise.all([load(), ...(by === "console" ? [tellUnended()] : [])]);
    },
    shareShown: async () => {
      if (keptAs !== undefined) await shareCache(core, keptAs, last?.build ?? null, SHOWN.flatMap(resources.keysOf));
    },
    flushSync: () => {
      keepShown();
      drafts.flushSync();
      viewsFile.flushSync();
      names.flushSync();
      runbooks.flushSync();
      subscriptions.flushSync();
      pins.flushSync();
    },
    stop: async () => {
      resources.stop();
      // A change sent just before quitting should still go out.
      const patience = Promise.withResolvers<void>();
      const calledOff = clock.after(WAIT_FOR_WRITES, patience.resolve);
      await Promise.race([send.settled(), patience.promise]);
      calledOff();
      await Promise.all([
        drafts.settled(),
        viewsFile.settled(),
        names.settled(),
        samples.settled(),
        runbooks.actions.settled(),
        subscriptions.actions.settled(),
        pins.settled(),
      ]);
    },
  };
}
