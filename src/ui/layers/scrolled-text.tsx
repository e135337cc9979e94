import { Box } from "ink";
import type { ReactNode } from "react";
import { activityLines } from "../../app/activity/session-log.ts";
import { openWriteLines, writeTitle } from "../../app/activity/writes-layer.ts";
import type { App } from "../../app/app.ts";
import { helpLines } from "../../app/layers/help.ts";
import { openPageLines, shownPage } from "../../app/layers/page.ts";
import { rawLines } from "../../app/layers/raw.ts";
import type { ScrolledLayer } from "../../app/layers/scrolling.ts";
import { differenceTitle, openDifferenceLines } from "../../app/settings-files/comparison-layer.ts";
import { layerOf } from "../../app/workspace.ts";
import { formatDay, pluralize, zoneName } from "../../text/format.ts";
import { printable } from "../../text/printable.ts";
import { type Span, span } from "../../text/spans.ts";
import { useConsole, useConsoleState, useDisplayed, useLook } from "../console-context.ts";
import { Title } from "../shell/title.tsx";
import { Lines, placeInText } from "../text/lines.tsx";
import type { LayerProps } from "./props.ts";

type ScrolledText = { readonly title: readonly Span[]; readonly lines: readonly (readonly Span[])[] };

const filterSpans = (filter: string): readonly Span[] => (filter === "" ? [] : [span(`  /${filter}`, "accent")]);

function activityTitle(app: App, filter: string): readonly Span[] {
  const { activity, notices, session } = app.displayed.getState();
  const counts = `${pluralize(activity.calls.length, "request")}, ${pluralize(notices.log.length, "notice")}`;
  const about = span(`  this session: ${counts}, ${zoneName(session.zone)}`, "dim");
  return [span("Activity", "title"), about, ...filterSpans(filter)];
}

function textOf(app: App, layer: ScrolledLayer, width: number): ScrolledText {
  const state = app.store.getState();
  switch (layer.kind) {
    case "help":
      return { title: [span("Keys", "title"), ...filterSpans(layer.filter)], lines: helpLines(app, layer) };
    case "raw":
      return { title: [span("JSON  ", "title"), span(layer.title)], lines: rawLines(layer.lines) };
    case "page": {
      const { title } = shownPage(layer.page, state.session.zone);
      return { title: [span(title, "title")], lines: openPageLines(app, layer, width) };
    }
    case "activity":
      return { title: activityTitle(app, layer.filter), lines: activityLines(app, layer, width) };
    case "write": {
      const title = span(printable(writeTitle(app, layer.id)), "title");
      return { title: [title], lines: openWriteLines(app, layer, width) };
    }
    case "difference": {
      const list = layerOf(state, "comparison");
      const title = list === undefined ? "" : differenceTitle(list, layer.id);
      return { title: [span(printable(title), "title")], lines: openDifferenceLines(app, layer, width) };
    }
  }
}

/** A text over the panes, with its scroll position in the title where it does not fit. `scrolling.ts` has its keys. */
export function ScrolledView({ layer, width, height }: LayerProps<ScrolledLayer>): ReactNode {
  const app = useConsole();
  const { theme } = useLook();
  const isLog = layer.kind === "activity";
  // The texts are made of these too, besides their layers; a request changes the log alone.
  useDisplayed((state) => state.session.zone);
  useDisplayed((state) => isLog && state.activity.calls);
  useDisplayed((state) => isLog && state.notices.log);
  useConsoleState((state) => state.session.zone);
  useConsoleState(({ minute, session }) => formatDay(minute, session.zone));
  useConsoleState((state) => layerOf(state, "comparison"));
  const { title, lines } = textOf(app, layer, width);
  const room = height - 1;
  // Beyond the end, the last page is shown.
  const first = Math.max(0, Math.min(layer.top, lines.length - room));
  return (
    <Box flexDirection="column" width={width} height={height}>
      <Title
        title={title}
        right={lines.length > room ? [span(placeInText(lines.length, first, room), "dim")] : []}
        width={width}
        focused
      />
      <Lines lines={lines} top={first} height={room} width={width} theme={theme} />
    </Box>
  );
}
