import type { Ask, Context, Scope } from "../../areas/model/context.ts";
import type { FormSetup, WritePlan } from "../../areas/model/effect.ts";
import type { SettingsKind, StoredThing } from "../../areas/model/settings-kind.ts";
import type { JsonObject } from "../../contract/json/json.ts";
import type { Risk } from "../../contract/operation.ts";
import type { FormEnv } from "../../forms/form-plan.ts";
import type { FormState } from "../../forms/form-state.ts";
import type { Change } from "../../forms/review/compare.ts";
import type { Fact } from "../../forms/review/review.ts";
import type { FileDocument, StoredSettings } from "../../forms/settings-file/kind.ts";
import type { AppliedSettings } from "../../state/session/applied-settings.ts";

/** Settings of a project on their way from reading to sending. */

/** Where settings are read and changed: one project, by one client. */
export type SettingsSource = {
  readonly ask: Ask;
  readonly scope: Scope;
  /** Present state, with the answers to everything that was asked for. */
  readonly context: () => Context;
  readonly env: () => FormEnv;
  /** Which thing each document became that was applied from this machine. */
  readonly applied: AppliedSettings;
};

/** One that is there, with all that changes it. */
export type ProjectSetting = StoredSettings & {
  readonly document: JsonObject;
  readonly thing: StoredThing;
  readonly of: SettingsKind;
};

type PlannedOf<Action extends string, Others extends object> = {
  readonly action: Action;
  readonly of: SettingsKind;
  readonly cluster: string | null;
  readonly name: string;
  readonly changes: readonly Change[];
} & Others;

export type PlannedSetting =
  | PlannedOf<"create", { readonly document: FileDocument; readonly stored: null }>
  | PlannedOf<"change" | "same", { readonly document: FileDocument; readonly stored: ProjectSetting }>
  | PlannedOf<"delete", { readonly document: null; readonly stored: ProjectSetting }>
  /** It is not clear which stored one the document is. */
  | PlannedOf<
      "unclear",
      { readonly document: FileDocument; readonly stored: null; readonly candidates: readonly ProjectSetting[] }
    >;

type PreparedOf<Source extends object> = {
  readonly item: PlannedSetting;
  readonly sentence: string;
  readonly warnings: readonly string[];
  readonly facts: readonly Fact[];
  readonly changes: readonly Change[];
  readonly risk: Risk;
  /** Why it cannot be sent as things are now. */
  readonly obstacles: readonly string[];
  /** It refers to what is not there yet. */
  readonly isWaiting: boolean;
} & Source;

export type PreparedSetting =
  | PreparedOf<{
      readonly kind: "form";
      readonly setup: FormSetup;
      readonly state: FormState;
    }>
  | PreparedOf<{ readonly kind: "write"; readonly plan: WritePlan }>;

export type ApplyResult =
  | { readonly kind: "done"; readonly id: string | null }
  /** It is as wanted already: somebody else did the same, or an earlier run that was ended. */
  | { readonly kind: "already" }
  | { readonly kind: "conflict"; readonly words: string; readonly fields: readonly string[] }
  | { readonly kind: "refused"; readonly words: string }
  /** It may have happened. */
  | { readonly kind: "unknown"; readonly words: string }
  | { readonly kind: "not-sent" };

/** True for a setting that is as wanted now. */
export const isApplied = ({ kind }: ApplyResult): boolean => kind === "done" || kind === "already";

export type AppliedSetting = { readonly prepared: PreparedSetting; readonly result: ApplyResult };

export type PreparedCopy = {
  readonly prepared: readonly PreparedSetting[];
  /** Why it cannot be sent, a sentence each with what it is about. Not empty: nothing is. */
  readonly problems: readonly string[];
  readonly risk: Risk;
  readonly source: SettingsSource;
  /** The ids of what is there now, by the name of their kind. */
  readonly known: ReadonlyMap<string, ReadonlySet<string>>;
  /** True when they come from files: which thing each document became is recorded. */
  readonly isFromFiles: boolean;
};
