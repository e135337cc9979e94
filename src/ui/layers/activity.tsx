import type { ReactNode } from "react";
import { logOf } from "../../app/activity/session-log.ts";
import type { ActivityLayer } from "../../app/workspace.ts";
import { formatDay, pluralize, zoneName } from "../../text/format.ts";
import { span } from "../../text/spans.ts";
import { useConsoleState, useDisplayed } from "../console-context.ts";
import type { LayerProps } from "./props.ts";
import { ScrolledText } from "./scrolled-text.tsx";

export function ActivityView({ layer, width, height }: LayerProps<ActivityLayer>): ReactNode {
  const calls = useDisplayed((state) => state.activity.calls);
  const notices = useDisplayed((state) => state.notices.log);
  const zone = useDisplayed((state) => state.session.zone);
  const today = useConsoleState(({ minute }) => formatDay(minute, zone));
  const lines = logOf(calls, notices, zone, today, width, layer.filter);
  return (
    <ScrolledText
      title={[
        span("Activity", "title"),
        span(
          `  this session: ${pluralize(calls.length, "request")}, ${pluralize(notices.length, "notice")}, ${zoneName(zone)}`,
          "dim",
        ),
        ...(layer.filter === "" ? [] : [span(`  /${layer.filter}`, "accent")]),
      ]}
      lines={lines}
      top={layer.top}
      width={width}
      height={height}
    />
  );
}
