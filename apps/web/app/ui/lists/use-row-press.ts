import type { MouseEvent } from "react";
import { useNavigate } from "react-router";

export type RowLink = { to: string; state?: object };

const CONTROLS = "a, button, input, select, textarea, label, summary, [role=switch]";

/**
 * Opens the link of a row when somebody presses the row beside its controls. A press that ends a selection of text opens
 * nothing; with Ctrl or the command key the link opens in a tab of its own, as links do. The keyboard uses the link that
 * is in the row.
 */
export function useRowPress(): (event: MouseEvent<HTMLElement>, link: RowLink) => void {
  const navigate = useNavigate();
  return (event, { to, state }) => {
    const isOnControl = event.target instanceof Element && event.target.closest(CONTROLS) !== null;
    // A dialog that a cell has opened outside of the row reports its presses here as well.
    const isOutside = event.target instanceof Node && !event.currentTarget.contains(event.target);
    if (event.defaultPrevented || isOnControl || isOutside || hasSelectedText()) return;
    if (event.ctrlKey || event.metaKey) window.open(to, "_blank", "noopener");
    else void navigate(to, { state });
  };
}

const hasSelectedText = () => getSelection()?.isCollapsed === false;
