import { SECOND } from "../../text/durations.ts";
import {
  ALERT_GENERATOR,
  type AlertGenerator,
  generatorDraft,
  generatorId,
  watchedTargets,
} from "../alerts/generator.ts";
import type { FaultProcess } from "./effect.ts";
import { count, type Scenario, scenario, seconds } from "./scenario.ts";

/** Many alerts at once, and alerts that come and go. */

type StormWanted = Pick<AlertGenerator, "every" | "openFor" | "count" | "most"> & { readonly different: number };

const storm = ({ every, openFor, count: number, most, different }: StormWanted): FaultProcess => ({
  async start(transaction, { groupId, orgId, name, now }) {
    const watched = (await watchedTargets(transaction, groupId)).slice(0, different);
    const times = { start: now, every, openFor, timed: "alert" } as const;
    await transaction.put(generatorDraft({ groupId, orgId, name, ...times, count: number, most, number: 0, watched }));
  },
  stop: (transaction, place) => transaction.remove(ALERT_GENERATOR, generatorId(place)),
});

export const ALERT_STORMS: readonly Scenario[] = [
  scenario({
    name: "alert-storm",
    says: "many new alerts in a short time, of all monitored metrics and events",
    options: {
      count: count(40, "number of alerts", 1, 100_000),
      over: seconds(30, "time span; 0 is at once"),
      open: seconds(3600, "time that each stays open"),
    },
    stage: "start",
    make: ({ count: number, over, open }) => ({
      stage: "start",
      start: storm({
        every: Math.max(0.001, (over * SECOND) / number),
        openFor: open * SECOND,
        count: number,
        most: number,
        different: 1000,
      }),
    }),
  }),
  scenario({
    name: "flapping",
    says: "flapping: alerts of the same configuration and process open and close again and again",
    options: { period: count(60, "seconds between alerts"), open: count(30, "seconds that each stays open") },
    stage: "start",
    make: ({ period, open }) => ({
      stage: "start",
      start: storm({ every: period * SECOND, openFor: open * SECOND, count: 1_000_000_000, most: 120, different: 1 }),
    }),
  }),
];
