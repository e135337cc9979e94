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

/** Everything that the console knows at one moment. Immutable; a part keeps its identity while its content stays. */
export type ConsoleState = {
  readonly session: SessionState;
  readonly navigation: NavigationState;
  readonly resources: ResourceTables;
  /** What is held of them and not to be trusted any more: a write went over it, and it was not read again yet. */
  readonly stale: ReadonlySet<ResourceKey>;
  readonly views: ViewsState;
  readonly drafts: DraftsState;
  readonly activity: ActivityState;
  readonly notices: NoticesState;
  readonly names: NamesState;
  readonly samples: SamplesState;
  readonly savedReadings: SavedReadings;
  /** Null while they are not read from disk. */
  readonly runbooks: RunbooksState | null;
  /** What to notify of; null while it is not read from disk. */
  readonly subscriptions: SubscriptionsState | null;
  readonly pins: PinsState;
  /** Null while nothing is known, or nothing is compared. */
  readonly drift: Drift | null;
  readonly sending: SendingState;
  /** Writes whose answer never came. */
  readonly unknownWrites: SentWritesState;
  /** Writes that were accepted, and that no answer shows yet. */
  readonly acceptedWrites: SentWritesState;
  /** What stands on a frozen screen: the state when it was frozen. Null while it is not. */
  readonly displayed: ConsoleState | null;
};

/** What is drawn: while the screen is frozen for selecting text it stands still, and data go on arriving behind it. */
export const displayedState = (state: ConsoleState): ConsoleState => state.displayed ?? state;

/** What changes the slices of `state/`. These are stable functions; handlers read `getState()` at the moment of the key. */
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
  /** What can wait waits until this key has been answered; what is old is asked for again, for there is somebody who looks. */
  readonly keyPressed: () => void;
  /**
   * Reads what is on disk (views, names, drafts, writes whose result is unknown), and begins to ask for projects and clusters.
   * Resolves when the disk is read: the first screen does not wait for the network. Never rejects.
   */
  readonly start: () => Promise<void>;
  /** Keeps the answers on screen as they are now, for programs that run beside. @throws SettingsError when they cannot be written */
  readonly shareShown: () => Promise<void>;
  /** Writes at once what is not yet on disk; for exit and signals. Never throws. */
  readonly flushSync: () => void;
  /** Ends the scheduler, gives up reads, waits some seconds for writes under way, and puts on disk what is left. */
  readonly stop: () => Promise<void>;
};

/**
 * The store, with the slices of the layers above in the same state.
 *
 * A slice of `state/` is changed by its actions alone, those above by `setState`.
 */
export type ConsoleStore<State extends ConsoleState = ConsoleState> = StoreApi<State> & ConsoleActions;

/** What the service answered to an operation, as far as it was asked; undefined when it never was. */
export function resourceOf<Id extends OperationId>(
  state: Pick<ConsoleState, "resources">,
  operation: Id,
  args: ArgsOf<Id>,
): Resource<Id> | undefined {
  return state.resources[operation]?.get(resourceKey(operation, args));
}

/** The data alone. */
export const dataOf = <Id extends OperationId>(
  state: ConsoleState,
  operation: Id,
  args: ArgsOf<Id>,
): AnswerOf<Id> | undefined => resourceOf(state, operation, args)?.cached?.data;

/** How a view is looked at; a view that nobody opened yet has nothing chosen. */
export const viewOf = (state: ConsoleState, view: ViewKey): ViewState => viewIn(state.views, view);

/** The service's time in ms. */
export const serverNow = ({ session }: Pick<ConsoleState, "session">, localNow: number): number =>
  serverTime(session.serverClock, localNow);
