import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";
import { cx } from "~/ui/cx.ts";

export type Tab<Value extends string> = { value: Value; label: ReactNode; count?: number };

type Props<Value extends string> = {
  /** What the tabs choose between, for those who hear the page. */
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
  /** Stands at the right end of the row. */
  aside?: ReactNode;
  /** One `TabPanel` a tab. */
  children: ReactNode;
  className?: string;
};

const TAB =
  "relative inline-flex h-11 shrink-0 items-center gap-2 px-1 font-semibold whitespace-nowrap text-muted transition-[color] after:absolute after:inset-x-0 after:-bottom-px after:h-0.5 after:rounded-full after:bg-primary after:opacity-0 after:transition-opacity data-active:text-ink data-active:after:opacity-100 forced-colors:after:bg-[Highlight] hover-mouse:text-ink md:h-12";

/** Views of one thing, side by side. */
export function Tabs<Value extends string>(props: Props<Value>) {
  const { label, tabs, value, onValueChange, aside, children, className } = props;
  return (
    <Base.Root value={value} onValueChange={onValueChange} className={cx("min-w-0", className)}>
      <div className="flex items-center justify-between gap-4 border-b border-line">
        <Base.List
          activateOnFocus
          aria-label={label}
          className="relative -mb-px flex min-w-0 gap-5 overflow-x-auto px-0.5 pb-px [scrollbar-width:none] md:gap-6"
        >
          {tabs.map((tab) => (
            <Base.Tab key={tab.value} value={tab.value} className={cx(TAB, "-outline-offset-2! rounded-small")}>
              {tab.label}
              {tab.count !== undefined && (
                <span className={cx("text-14 font-medium tabular-nums", tab.value === value && "text-primary")}>
                  {tab.count.toLocaleString("pt-BR")}
                </span>
              )}
            </Base.Tab>
          ))}
        </Base.List>
        {aside}
      </div>
      {children}
    </Base.Root>
  );
}

export function TabPanel({ value, children, className }: { value: string; children: ReactNode; className?: string }) {
  // What it holds can be reached by itself: the panel is no stop of its own on the way.
  return (
    <Base.Panel value={value} tabIndex={-1} className={cx("outline-none", className)}>
      {children}
    </Base.Panel>
  );
}
