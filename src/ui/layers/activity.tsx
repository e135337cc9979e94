import type { ReactNode } from "react";
import { useStore } from "zustand";
import { logOf } from "../../app/layers/activity.ts";
import type { ActivityLayer } from "../../app/workspace.ts";
import { counted, zoneName } from "../../text/format.ts";
import { span } from "../../text/spans.ts";
import type { LayerProps } from "./props.ts";
import { ScrolledText } from "./scrolled-text.tsx";

export function ActivityView({ console, layer, width, height, look }: LayerProps<ActivityLayer>): ReactNode {
  const calls = useStore(console.shown, (state) => state.activity.calls);
  const notices = useStore(console.shown, (state) => state.notices.log);
  const zone = useStore(console.shown, (state) => state.session.zone);
  const lines = logOf(calls, notices, zone, width);
  return (
    <ScrolledText
      title={[
        span("Activity", "title"),
        span(
          `  ${counted(calls.length, "call")}, ${counted(notices.length, "message")} this time, times ${zoneName(zone)}`,
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
