import { expect, test } from "vitest";
import { AREAS } from "../../src/areas/areas.ts";
import { SETTINGS_KINDS, SETTINGS_REFERENCES } from "../../src/areas/settings-kinds.ts";
import { KIND_NAMES } from "../../src/commands/table/settings-commands.ts";
import { stepsOf } from "../../src/forms/paths.ts";
import { fieldPlanAt, shapeOfPlan } from "../../src/forms/plans.ts";

/** The kinds of settings fit together. */

const names = SETTINGS_KINDS.map(({ file }) => file.name);

test("the command line names the kinds that there are", () => {
  expect([...KIND_NAMES].toSorted()).toEqual(names.toSorted());
});

test("each is shown by one area, and areas name no other", () => {
  expect(AREAS.flatMap(({ settings = [] }) => settings).toSorted()).toEqual(names.toSorted());
});

test("each stands behind what it needs", () => {
  for (const [index, { file, after = [] }] of SETTINGS_KINDS.entries()) {
    for (const needed of after) {
      const at = names.indexOf(needed);
      expect(at, `${file.name} needs ${needed}`).toBeGreaterThanOrEqual(0);
      expect(at, `${file.name} needs ${needed}`).toBeLessThan(index);
    }
  }
});

test("what they refer to can be read, and what is no setting is a field", () => {
  const known = SETTINGS_REFERENCES.map(({ name }) => name);
  for (const { file, fixed = [] } of SETTINGS_KINDS) {
    const shape = Object.keys(shapeOfPlan(file.plan).shape);
    for (const { path, to } of file.references) {
      expect(known).toContain(to);
      expect(shape).toContain(String(stepsOf(path)[0]));
      expect(
        file.plan.fields.length === 0 ||
          fieldPlanAt(
            file.plan,
            stepsOf(path).map((step) => step ?? 0),
          ),
      ).toBeTruthy();
    }
    for (const name of [...file.notSettings, ...fixed]) expect(shape).toContain(name);
  }
});
