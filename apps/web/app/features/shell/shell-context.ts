import { type ComponentType, createContext, useContext } from "react";
import type { SessionUser } from "~/platform/session.ts";

/** What waits for the member, for the badges. */
export type Unread = { messages: number; notifications: number };

export type PanelProps = {
  /** Another screen comes: whatever holds the panel closes. */
  onLeave: () => void;
};

/** What the dropdowns and the sheet hold; other features draw it. */
export type ShellPanels = {
  Messages: ComponentType<PanelProps>;
  Notifications: ComponentType<PanelProps>;
  /** Beside the heading of the notifications. */
  NotificationsAction: ComponentType;
};

type ShellState = {
  user: SessionUser;
  unread: Unread;
  panels: ShellPanels;
  /** Opens the sheet of notifications, on phones. */
  openNotifications: () => void;
};

export const ShellContext = createContext<ShellState | undefined>(undefined);

/** What every bar and menu of the shell shows; screens may stand such a menu in a bar of their own. */
export function useShell(): ShellState {
  const state = useContext(ShellContext);
  if (!state) throw new Error("Only inside the shell of members");
  return state;
}
