import { Box, Text, useStdin } from "ink";
import { type ReactNode, useEffect } from "react";
import type { App } from "../app/app.ts";
import { type Layout, panesWidth } from "../app/layout.ts";
import { noRoomText } from "../app/screen/no-room.ts";
import { lastLines } from "../app/screen/notice.ts";
import { layoutFor } from "../app/screen/panes.ts";
import { coveringLayer, type Layer } from "../app/workspace.ts";
import { span } from "../text/spans.ts";
import { ConsoleContext, useConsole, useConsoleState, useDisplayed, useLook } from "./console-context.ts";
import { FormView } from "./form/form.tsx";
import { ColumnsView } from "./layers/columns.tsx";
import { ComparisonView } from "./layers/comparison.tsx";
import { CopyingView } from "./layers/copying.tsx";
import { KeyView } from "./layers/key.tsx";
import { MenuView } from "./layers/menu.tsx";
import { PaletteView } from "./layers/palette.tsx";
import { PickerView } from "./layers/picker.tsx";
import { ResultView } from "./layers/result.tsx";
import { ScrolledView } from "./layers/scrolled-text.tsx";
import { WritesView } from "./layers/writes.tsx";
import { ReviewView } from "./review/review.tsx";
import { Boundary } from "./screen/boundary.tsx";
import { LastLine } from "./screen/last-line.tsx";
import { MainPane } from "./screen/main-pane.tsx";
import { SidePane } from "./screen/side-pane.tsx";
import { type PaneProps, SidebarPane } from "./screen/sidebar-pane.tsx";
import { HeaderLine } from "./shell/header-line.tsx";
import { TextLines } from "./text/text-lines.tsx";

/** A layer, drawn over the main and the side pane. */
function LayerView({ layer, ...shared }: { layer: Layer } & PaneProps): ReactNode {
  switch (layer.kind) {
    case "form":
      return <FormView {...shared} layer={layer} />;
    case "review":
      return <ReviewView {...shared} layer={layer} />;
    case "result":
      return <ResultView {...shared} layer={layer} />;
    case "picker":
      return <PickerView {...shared} layer={layer} />;
    case "menu":
      return <MenuView {...shared} layer={layer} />;
    case "palette":
      return <PaletteView {...shared} layer={layer} />;
    case "columns":
      return <ColumnsView {...shared} layer={layer} />;
    case "key":
      return <KeyView {...shared} layer={layer} />;
    case "writes":
      return <WritesView {...shared} layer={layer} />;
    case "comparison":
      return <ComparisonView {...shared} layer={layer} />;
    case "copying":
      return <CopyingView {...shared} layer={layer} />;
    case "help":
    case "raw":
    case "page":
    case "activity":
    case "write":
    case "difference":
      return <ScrolledView {...shared} layer={layer} />;
    case "filter":
      return null;
  }
}

/** Vertical rule between two panes. */
function Rule({ height }: { height: number }): ReactNode {
  const { theme, symbols } = useLook();
  const line = Array.from({ length: height }, () => symbols.vertical).join("\n");
  return <Text {...theme.looks.rule}>{line}</Text>;
}

/** Minimum width of each half for showing a picker beside the layer it belongs to (cells). */
const LEAST_BESIDE = 55;

/** The topmost layer that covers the panes. A picker, menu or column chooser is shown beside the layer below it, if there is room for both. */
function Covering({ layer, width, height, panes }: { layer: Layer; panes: ReactNode } & PaneProps): ReactNode {
  const under = useConsoleState(({ layers }) => coveringLayer(layers.slice(0, layers.lastIndexOf(layer))));
  const half = Math.floor((width - 1) / 2);
  const isList = layer.kind === "picker" || layer.kind === "menu" || layer.kind === "columns";
  if (!isList || half < LEAST_BESIDE) return <LayerView layer={layer} width={width} height={height} />;
  return (
    <>
      <Box width={half} height={height} overflow="hidden">
        {under === undefined ? panes : <LayerView layer={under} width={half} height={height} />}
      </Box>
      <Rule height={height} />
      <LayerView layer={layer} width={width - half - 1} height={height} />
    </>
  );
}

function Body({ layout, noRoom }: { layout: Extract<Layout, { kind: "panes" }>; noRoom: string | null }): ReactNode {
  const layer = useConsoleState(({ layers }) => coveringLayer(layers));
  const { sidebar, main, side, body } = layout;
  const room = panesWidth(layout);
  return (
    <Box width="100%" height={body}>
      {sidebar > 0 ? (
        <Boundary part="sidebar" about="Sidebar" width={sidebar}>
          <SidebarPane width={sidebar} height={body} />
        </Boundary>
      ) : null}
      {sidebar > 0 && room > 0 ? <Rule height={body} /> : null}
      {noRoom !== null ? (
        <TextLines lines={[span(noRoom, "warn")]} width={room} height={body} />
      ) : layer !== undefined ? (
        <Boundary key={layer.kind} part="layer" about={`The ${layer.kind}`} width={room}>
          <Covering
            layer={layer}
            width={room}
            height={body}
            panes={<MainPane height={body} width={Math.floor((room - 1) / 2)} isBeside={false} />}
          />
        </Boundary>
      ) : (
        <>
          {main > 0 ? (
            <Boundary part="list" about="List" width={main}>
              <MainPane width={main} height={body} isBeside={side > 0} />
            </Boundary>
          ) : null}
          {main > 0 && side > 0 ? <Rule height={body} /> : null}
          {side > 0 ? (
            <Boundary part="detail" about="Detail" width={side}>
              <SidePane width={side} height={body} />
            </Boundary>
          ) : null}
        </>
      )}
    </Box>
  );
}

/** The whole screen of a console. */
export const Root = ({ app }: { app: App }): ReactNode => (
  <ConsoleContext value={app}>
    <Whole />
  </ConsoleContext>
);

/** Keeps raw mode on, even while no input field is mounted. */
function Whole(): ReactNode {
  const app = useConsole();
  const { setRawMode } = useStdin();
  useEffect(() => {
    setRawMode(true);
    return () => setRawMode(false);
  }, [setRawMode]);
  const columns = useConsoleState((state) => state.columns);
  const rows = useConsoleState((state) => state.rows);
  const repaint = useConsoleState((state) => state.repaint);
  // Besides the displayed state, the layout depends on these.
  useConsoleState((state) => state.hideSidebar);
  useConsoleState((state) => coveringLayer(state.layers) !== undefined);
  const noRoom = useConsoleState(() => noRoomText(app));
  useDisplayed((state) => state.navigation);
  const last = useDisplayed((state) => lastLines(state, app.store.getState()));
  const layout = layoutFor(app.displayed.getState(), app.store.getState());
  if (layout.kind === "too-small") {
    return (
      <Box width={columns} height={rows}>
        <Text wrap="wrap">{noRoom}</Text>
      </Box>
    );
  }
  return (
    <Box key={repaint} flexDirection="column" width={columns} height={rows} overflow="hidden">
      {layout.header === 0 ? null : (
        <Boundary part="header" about="Header" width={columns} height={layout.header}>
          <HeaderLine width={columns} />
        </Boundary>
      )}
      <Body layout={layout} noRoom={noRoom} />
      <Boundary part="last line" about="Footer" width={columns} height={last}>
        <LastLine width={columns} height={last} />
      </Boundary>
    </Box>
  );
}
