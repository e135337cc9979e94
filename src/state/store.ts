import type { StoreApi } from "zustand/vanilla";
import type { AnswerOf, ArgsOf, OperationId } from "../contract/operations.ts";
import type { ActivityState } from "./activity.ts";
import { type ResourceKey, resourceKey } from "./answers/query.ts";
import type { Resource, ResourceActions, ResourceTables } from "./answers/resources.ts";
import type { DraftActions, DraftsState } from "./drafts.ts";
import type { Drift, DriftActions } from "./drift.ts";
import type { JournalActions } from "./journal/journal.ts";
import type { NameActions, NamesState } from "./names/names.ts";
import type { NavigationActions, NavigationState } from "./navigation/navigation.ts";
import { type ViewActions, type ViewKey, type ViewState, type ViewsState, viewIn } from "./navigation/views.ts";
import type { NoticeActions, NoticesState } from "./notices.ts";
import type { PinActions, PinsState } from "./pins.ts";
import type { RunbookActions, RunbooksState } from "./runbooks.ts";
import type { SampleActions, SamplesState, SavedReadings } from "./samples/samples.ts";
import type { AppliedSettings } from "./session/applied-settings.ts";
import { serverTime } from "./session/server-clock.ts";
import type { SessionActions, SessionState } from "./session/session.ts";
import type { SubscriptionActions, SubscriptionsState } from "./subscriptions.ts";
import type { SendActions, SendingState } from "./writes/send.ts";
import type { SentWritesState } from "./writes/unknown-writes.ts";

/** Everything the console knows at one time. Immutable; a part keeps its identity while its content does not change. */
export type ConsoleState = {
  readonly session: SessionState;
  readonly navigation: NavigationState;
  readonly resources: ResourceTables;
  /** Cached answers that are no longer trusted: a write may have changed them, and they were not read again yet. */
  readonly stale: ReadonlySet<ResourceKey>;
  readonly views: ViewsState;
  readonly drafts: DraftsState;
  readonly activity: ActivityState;
  readonly notices: NoticesState;
  readonly names: NamesState;
  readonly samples: SamplesState;
  readonly savedReadings: SavedReadings;
  /** Null before it is read from disk. */
  readonly runbooks: RunbooksState | null;
  /** Conditions to notify of; null before they are read from disk. */
  readonly subscriptions: SubscriptionsState | null;
  readonly pins: PinsState;
  /** Null while nothing is known, or nothing is compared. */
  readonly drift: Drift | null;
  readonly sending: SendingState;
  /** Writes whose answer never came. */
  readonly unknownWrites: SentWritesState;
  /** Accepted writes that no answer shows yet. */
  readonly acceptedWrites: SentWritesState;
  /** State at the time the screen was frozen; null while it is not. */
  readonly displayed: ConsoleState | null;
};

/** The state to draw: while the screen is frozen for selecting text, the frozen one; data goes on arriving. */
export const displayedState = (state: ConsoleState): ConsoleState => state.displayed ?? state;

/** Actions that change the slices of `state/`. They are stable functions; handlers read `getState()` when a key comes. */
export type ConsoleActions = {
  readonly session: SessionActions;
  readonly navigation: NavigationActions;
  readonly resources: ResourceActions;
  readonly views: ViewActions;
  readonly drafts: DraftActions;
  readonly journal: JournalActions;
  readonly notices: NoticeActions;
  readonly names: NameActions;
  readonly samples: SampleActions;
  readonly runbooks: RunbookActions;
  readonly subscriptions: SubscriptionActions;
  readonly pins: PinActions;
  readonly appliedSettings: AppliedSettings;
  readonly drift: DriftActions;
  readonly send: SendActions;
  /** Call at each key: defers work until the key is answered, and refreshes old answers because somebody is looking. */
  readonly keyPressed: () => void;
  /**
   * Reads the files (views, names, drafts, writes with unknown result), and begins to watch projects and clusters. Resolves when the files are read:
   * the first screen does not wait for the network. Never rejects.
   */
  readonly start: () => Promise<void>;
  /** Saves the answers on screen for other processes (status lines). @throws SettingsError when they cannot be written */
  readonly shareShown: () => Promise<void>;
  /** Writes everything pending at once; for exit and signals. Never throws. */
  readonly flushSync: () => void;
  /** Stops the scheduler, aborts reads, waits some seconds for pending writes, and finishes writing to disk. */
  readonly stop: () => Promise<void>;
};

/**
 * The store, with the slices of higher layers in the same state.
 *
 * Slices of `state/` are changed only by their actions, higher ones by `setState`.
 */
export type ConsoleStore<State extends ConsoleState = ConsoleState> = StoreApi<State> & ConsoleActions;

/** The resource of an operation's answer; undefined when it was never requested. */
export function resourceOf<Id extends OperationId>(
  state: Pick<ConsoleState, "resources">,
  operation: Id,
  args: ArgsOf<Id>,
): Resource<Id> | undefined {
  return state.resources[operation]?.get(resourceKey(operation, args));
}

/** Only the data. */
export const dataOf = <Id extends OperationId>(
  state: ConsoleState,
  operation: Id,
  args: ArgsOf<Id>,
): AnswerOf<Id> | undefined => resourceOf(state, operation, args)?.cached?.data;

/** State of a view, with the defaults for one that was never opened. */
export const viewOf = (state: ConsoleState, view: ViewKey): ViewState => viewIn(state.views, view);

/** Current service time in ms. */
export const serverNow = ({ session }: Pick<ConsoleState, "session">, localNow: number): number =>
  serverTime(session.serverClock, localNow);
