import type { ReactNode } from "react";
import { useStore } from "zustand";
import { logOf } from "../../app/layers/activity.ts";
import type { ActivityLayer } from "../../app/workspace.ts";
import { pluralize, zoneName } from "../../text/format.ts";
import { span } from "../../text/spans.ts";
import type { LayerProps } from "./props.ts";
import { ScrolledText } from "./scrolled-text.tsx";

export function ActivityView({ app, layer, width, height, look }: LayerProps<ActivityLayer>): ReactNode {
  const calls = useStore(app.shown, (state) => state.activity.calls);
  const notices = useStore(app.shown, (state) => state.notices.log);
  const zone = useStore(app.shown, (state) => state.session.zone);
  const lines = logOf(calls, notices, zone, width);
  return (
    <ScrolledText
      title={[
        span("Activity", "title"),
        span(
          `  ${pluralize(calls.length, "call")}, ${pluralize(notices.length, "message")} this time, times ${zoneName(zone)}`,
          "dim",
        ),
      ]}
      lines={lines}
      top={layer.top}
      width={width}
      height={height}
      look={look}
    />
  );
}
