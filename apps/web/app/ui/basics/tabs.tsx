import { formatCount } from "@caramelo/contract/formats/counts";
import { createContext, type KeyboardEvent, type ReactNode, useContext, useId, useRef } from "react";
import { cx } from "~/ui/basics/cx.ts";

export type Tab<Value extends string> = {
  value: Value;
  label: ReactNode;
  /** null while the count loads; its space is reserved. */
  count?: number | null;
};

type Props<Value extends string> = {
  /** The name of the choice, for screen readers. */
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
  /** Shown at the right end of the row. */
  aside?: ReactNode;
  /** One `TabPanel` for each tab. */
  children: ReactNode;
};

const TAB =
  "press-row relative inline-flex h-11 shrink-0 items-center gap-2 px-1 -outline-offset-2 rounded-small font-semibold whitespace-nowrap text-muted transition-[color] after:absolute after:inset-x-0 after:-bottom-px after:h-0.5 after:rounded-full after:bg-primary after:opacity-0 after:transition-opacity aria-selected:text-ink aria-selected:after:opacity-100 forced-colors:after:bg-[Highlight] hover-mouse:text-ink";

/** Scrolls a row that is wider than the screen, so that the open tab is in the middle. */
function showInRow(tab: HTMLElement | null) {
  const row = tab?.parentElement;
  if (!row) return;
  // Scroll before the next paint. Reading the layout during rendering would force an extra layout.
  requestAnimationFrame(() => {
    row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
  });
}

/** The open tab, and the ids that connect it to its panel. */
const Open = createContext({ value: "", tabId: "", panelId: "" });

/**
 * Several views of one thing as tabs, with arrow keys, Home and End. Base UI's tabs are not used, because they would
 * add ten times as much code to a member's first page.
 */
export function Tabs<Value extends string>(props: Props<Value>) {
  const { label, tabs, value, onValueChange, aside, children } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [tabId, panelId] = [`${id}-tab`, `${id}-panel`];
  function handleKeyDown(event: KeyboardEvent) {
    const at = tabs.findIndex((tab) => tab.value === value);
    const next = findTabMove(event.key, at, tabs.length);
    const tab = next === undefined ? undefined : tabs[next];
    if (next === undefined || !tab) return;
    event.preventDefault();
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus();
    onValueChange(tab.value);
  }
  return (
    <div className="min-w-0">
      <div className="flex items-end justify-between gap-4 border-b border-line">
        <div
          ref={list}
          role="tablist"
          aria-label={label}
          onKeyDown={handleKeyDown}
          className={cx(
            "relative -mb-px flex min-w-0 gap-3 overflow-x-auto px-0.5 pb-px [scrollbar-width:none] min-[26rem]:gap-5 md:gap-6",
            // The controls next to the tabs shrink before the tabs do.
            aside !== undefined && "md:shrink-0",
          )}
        >
          {tabs.map((tab) => {
            const isOpen = tab.value === value;
            return (
              <button
                key={tab.value}
                ref={isOpen ? showInRow : undefined}
                type="button"
                role="tab"
                id={isOpen ? tabId : undefined}
                aria-selected={isOpen}
                aria-controls={isOpen ? panelId : undefined}
                tabIndex={isOpen ? 0 : -1}
                onClick={() => onValueChange(tab.value)}
                // Next to controls the tabs are higher, so that their words align.
                className={cx(TAB, aside ? "md:h-14" : "md:h-12")}
              >
                <span>{`${tab.label} `}</span>
                {tab.count !== undefined && (
                  <span
                    className={cx("min-w-[2ch] text-left text-14 font-medium tabular-nums", isOpen && "text-primary")}
                  >
                    {tab.count === null ? null : formatCount(tab.count)}
                  </span>
                )}
              </button>
            );
          })}
        </div>
        {aside}
      </div>
      <Open value={{ value, tabId, panelId }}>{children}</Open>
    </div>
  );
}

export function TabPanel({ value, children, className }: { value: string; children: ReactNode; className?: string }) {
  const open = useContext(Open);
  if (open.value !== value) return null;
  // The content can take the focus, so the panel itself is not in the tab order.
  return (
    <div
      role="tabpanel"
      id={open.panelId}
      aria-labelledby={open.tabId}
      tabIndex={-1}
      className={cx("outline-none", className)}
    >
      {children}
    </div>
  );
}

/** The tab that a key opens from index `at`, wrapping at both ends; undefined for other keys. */
export function findTabMove(key: string, at: number, count: number): number | undefined {
  if (key === "ArrowRight") return (at + 1) % count;
  if (key === "ArrowLeft") return (at + count - 1) % count;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : undefined;
}
