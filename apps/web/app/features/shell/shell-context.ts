import { type ComponentType, createContext, useContext } from "react";
import type { SessionUser } from "~/platform/session.ts";

export type UnreadCounts = { messages: number; notifications: number };

export type PanelProps = {
  /** Called when another screen opens, so that the dropdown or sheet with the panel closes. */
  onLeave: () => void;
};

/** The content of the dropdowns and the sheet, which other features render. */
export type ShellPanels = {
  Messages: ComponentType<PanelProps>;
  Notifications: ComponentType<PanelProps>;
  /** Shown next to the heading of the notifications. */
  NotificationsAction: ComponentType;
};

type ShellState = {
  user: SessionUser;
  unread: UnreadCounts;
  panels: ShellPanels;
  /** Opens the sheet of notifications on phones. */
  openNotifications: () => void;
};

export const ShellContext = createContext<ShellState | undefined>(undefined);

/** The state of the bars and menus. A screen can also show a menu of the shell in its own bar. */
export function useShell(): ShellState {
  const state = useContext(ShellContext);
  if (!state) throw new Error("Only inside the shell of members");
  return state;
}
