import { Box } from "ink";
import { type ReactNode, useMemo } from "react";
import { detailLines, topOfDetail } from "../../app/detail/lines.ts";
import { keyOf } from "../../app/keys/key-of.ts";
import { outdatedSpans, rightSpans } from "../../app/screen/freshness-spans.ts";
import { namesZone, titleSpans } from "../../app/screen/list-title.ts";
import { openId, singleOf } from "../../app/screen/panes.ts";
import { missingThingLines } from "../../app/screen/thing.ts";
import { titleRoom } from "../../app/shell/title-line.ts";
import { cellText, cellTone } from "../../areas/model/cell.ts";
import { joinedByDots, span } from "../../text/spans.ts";
import { useConsole, useConsoleState, useDisplayed, useLook } from "../console-context.ts";
import { Detail } from "../detail/detail.tsx";
import { Title } from "../shell/title.tsx";
import { placeInText } from "../text/lines.tsx";
import { TextLines } from "../text/text-lines.tsx";
import { emptyListLines } from "./main-pane.tsx";
import type { PaneProps } from "./sidebar-pane.tsx";

/** Detail of one row, beside its list or in place of it. */
export function SidePane({ width, height }: PaneProps): ReactNode {
  const app = useConsole();
  const look = useLook();
  const { theme, symbols } = look;
  useConsoleState((state) => state.minute);
  const model = useDisplayed((state) => app.selectors.thing(state));
  const focused = useDisplayed(
    (state) => state.navigation.pane === "side" || (state.navigation.pane === "main" && singleOf(state) !== null),
  );
  const list = useDisplayed(app.selectors.list);
  const isSingle = list?.screen.single !== undefined;
  const fresh = useDisplayed((state) =>
    isSingle ? app.selectors.freshness(state, list) : app.selectors.thingFreshness(state, list),
  );
  // Without its list, the detail shows its age itself; beside the list, only if it is stale.
  const isAlone = useConsoleState((state) => state.hideSidebar);
  const ofList = useDisplayed((state) => app.selectors.freshness(state, list));
  const id = useDisplayed((state) => openId(state, list));
  const meant = useDisplayed((state) => app.selectors.meant(state, list));
  const index = useConsoleState((state) => state.detailIndex);
  const lines = useMemo(() => (model === null ? [] : detailLines(model, width, symbols)), [model, width, symbols]);
  const room = height - 1;
  const at = Math.min(index, Math.max(0, lines.length - 1));
  const right = joinedByDots([
    lines.length > room ? [span(placeInText(lines.length, topOfDetail(lines.length, at, room), room), "dim")] : [],
    isSingle || isAlone ? rightSpans(fresh, app, look, width, !namesZone(model)) : outdatedSpans(fresh, app),
  ]);
  const title = isSingle
    ? titleSpans(list, 0, fresh, titleRoom(right, width))
    : model === null
      ? [span("Detail", "title")]
      : [span(cellText(model.title), cellTone(model.title) === "plain" ? "title" : cellTone(model.title))];
  return (
    <Box flexDirection="column" width={width} height={height}>
      <Title title={title} right={right} width={width} focused={focused} />
      {model === null && isSingle ? (
        <TextLines lines={emptyListLines(list, fresh, app)} width={width} height={room} />
      ) : model === null ? (
        <TextLines lines={missingThingLines(id, list, ofList, fresh, meant, keyOf(app))} width={width} height={room} />
      ) : (
        <Detail lines={lines} at={at} width={width} height={room} focused={focused} theme={theme} />
      )}
    </Box>
  );
}
