import { describe } from "vitest";
import { leavingForms } from "./leaving-forms.ts";
import { SIZES } from "./sextant.ts";

describe.each(SIZES)("a form that is left at $cols x $rows, $dialect", (setting) =>
  leavingForms(setting, ["SIGTERM", "a terminal that shrinks"]),
);
