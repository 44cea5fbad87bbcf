import { type ComponentType, createContext, useContext } from "react";
import type { SessionUser } from "~/platform/session.ts";

export type UnreadCounts = { messages: number; notifications: number };

export type PanelProps = {
  /** Another screen opens, so the dropdown or sheet around the panel closes. */
  onLeave: () => void;
};

/** The content of the dropdowns and the sheet, drawn by other features. */
export type ShellPanels = {
  Messages: ComponentType<PanelProps>;
  Notifications: ComponentType<PanelProps>;
  /** Beside the heading of the notifications. */
  NotificationsAction: ComponentType;
};

type ShellState = {
  user: SessionUser;
  unread: UnreadCounts;
  panels: ShellPanels;
  /** Opens the sheet of notifications, on phones. */
  openNotifications: () => void;
};

export const ShellContext = createContext<ShellState | undefined>(undefined);

/** The state of the bars and menus. A screen may put such a menu into a bar of its own. */
export function useShell(): ShellState {
  const state = useContext(ShellContext);
  if (!state) throw new Error("Only inside the shell of members");
  return state;
}
