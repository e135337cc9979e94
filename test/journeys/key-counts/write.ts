import type { AreaId } from "../../../src/contract/area-ids.ts";
import type { OperationId } from "../../../src/contract/operations.ts";
import type { Stage } from "../stage.ts";
import type { VendorCommandName } from "../vendor-flags.ts";
import type { Counted } from "./counted.ts";

/** A write as a person does it who knows the console: the fewest keys from the overview to the service's answer. */
export type CountedWrite = {
  readonly area: AreaId;
  /** Which one it is, in words; together with the operation it is named once. */
  readonly write: string;
  readonly operation: OperationId;
  /** The vendor's command that does the same. */
  readonly like: VendorCommandName;
  /** What has to be so before; it may say more of the console's surroundings. */
  readonly before?: (stage: Stage) => Promise<Readonly<Record<string, string>>>;
  readonly go: (sextant: Counted) => Promise<void>;
  /** What the service has to have been told, where that is not plain from the operation. */
  readonly body?: object;
};
