import { activityBindings } from "../activity/session-log.ts";
import { writesBindings } from "../activity/writes-layer.ts";
import type { Binding } from "../app.ts";
import { filterBindings } from "../layers/filter.ts";
import { helpBindings } from "../layers/help.ts";
import { menuBindings } from "../layers/menu.ts";
import { pageBindings } from "../layers/page.ts";
import { rawBindings } from "../layers/raw.ts";
import { paletteBindings } from "../palette/palette.ts";
import { columnsBindings } from "../preferences/columns.ts";
import { helpKeyBindings } from "../preferences/keys.ts";
import { comparisonBindings } from "../settings-files/comparison-layer.ts";
import { copyBindings } from "../settings-files/copy-layer.ts";
import { detailBindings } from "./detail-bindings.ts";
import { formBindings } from "./form-bindings.ts";
import { globalBindings } from "./global-bindings.ts";
import { listBindings } from "./list-bindings.ts";
import { pickerBindings } from "./picker-bindings.ts";
import { resultBindings } from "./result-bindings.ts";
import { reviewBindings } from "./review-bindings.ts";
import { sidebarBindings } from "./sidebar-bindings.ts";
import { textBindings } from "./text-bindings.ts";

/** Every key of the console, as data: for the screen, the help page and the generated key reference. */
export const allBindings = (): readonly Binding[] => [
  ...listBindings(),
  ...detailBindings(),
  ...sidebarBindings,
  ...formBindings,
  ...pickerBindings,
  ...reviewBindings,
  ...resultBindings,
  ...menuBindings,
  ...paletteBindings(),
  ...filterBindings(),
  ...rawBindings,
  ...pageBindings,
  ...activityBindings,
  ...writesBindings,
  ...comparisonBindings,
  ...copyBindings,
  ...columnsBindings,
  ...helpBindings,
  ...helpKeyBindings,
  ...textBindings,
  ...globalBindings(),
];
