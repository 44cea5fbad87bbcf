import type { CutFile } from "./cut.ts";
import { navigation } from "./navigation.ts";
import { head, links } from "./page.ts";
import { routes, screens, serverData, start } from "./start.ts";
import { boundaries, lastNet, provider } from "./view.ts";

export const CUT_FILES: CutFile[] = [
  navigation,
  links,
  head,
  start,
  serverData,
  routes,
  screens,
  provider,
  boundaries,
  lastNet,
];
