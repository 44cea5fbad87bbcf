import type { ProfileCard } from "@caramelo/contract/profiles/calls";
import { SlidersHorizontal } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { useAgain } from "~/platform/again.ts";
import type { SessionUser } from "~/platform/session.ts";
import { Button } from "~/ui/basics/button.tsx";
import { Chip } from "~/ui/basics/chip.tsx";
import { cx } from "~/ui/basics/cx.ts";
import { TabPanel, Tabs } from "~/ui/basics/tabs.tsx";
import { LazyPart, lazyPart, usePreload } from "~/ui/states/lazy-part.tsx";
import { Skeleton } from "~/ui/states/skeleton.tsx";
import { type Demos, resultText } from "./filter/filter-rules.ts";
import { QuickFilters } from "./filter/quick-filters.tsx";
import { DiscoveryGrid } from "./results/discovery-grid.tsx";
import { countOf } from "./rules.ts";
import { useDiscovery, useFilterPlace, useShownList } from "./use-discovery.ts";

const importFilters = () => import("./filter/filter-box.tsx");
const FilterPanel = lazyPart(() => importFilters().then((file) => file.FilterPanel));
const FilterSheet = lazyPart(() => importFilters().then((file) => file.FilterSheet));

type Props = {
  me: SessionUser;
  renderCard: (profile: ProfileCard, isEager: boolean) => ReactNode;
  /** Renders the offer to this member, below the filters (`column`) or across the grid (`strip`). */
  renderOffer?: (look: "column" | "strip") => ReactNode;
  /** The next step to offer when the list is empty and no filter is chosen. */
  emptyAction: ReactNode;
};

/** The search: tabs and filters above and next to the grid of profiles. */
export function DiscoveryScreen({ me, renderCard, renderOffer, emptyAction }: Props) {
  const discovery = useDiscovery(me);
  const { tab, filter, counts, cityLabel, summary, question } = discovery;
  const { place, isOpen, setIsOpen } = useFilterPlace();
  const list = useShownList(me.id, JSON.stringify(question));
  const [demos, setDemos] = useState<Demos>("none");
  useAgain(list.shuffle);
  usePreload(FilterSheet);
  const count = countOf(counts, tab);
  const draft = { filter, cityLabel, tab, viewer: me.role, ownCity: me.city, onApply: discovery.apply };
  const [isSheetDrawn, setIsSheetDrawn] = useState(false);
  if (place === "sheet" && isOpen && !isSheetDrawn) setIsSheetDrawn(true);
  const hasColumn = place === "beside" && isOpen;
  const toggle = useRef<HTMLButtonElement>(null);
  /** The pressed button disappears with the filters, so the button that opens them gets the focus. */
  function clear() {
    discovery.clear();
    toggle.current?.focus();
  }

  const result = (
    <p className="min-h-5 text-14 text-muted tabular-nums">{count !== undefined && resultText(count, demos)}</p>
  );
  const chip = summary && <SummaryChip text={summary} onClear={clear} />;
  const quickFilters = <QuickFilters filter={filter} cityId={me.city?.id} onChange={discovery.change} />;
  const controls = (
    <>
      <Button
        ref={toggle}
        variant="outline"
        onClick={() => setIsOpen(!isOpen)}
        aria-expanded={isOpen}
        aria-haspopup={place === "sheet" ? "dialog" : undefined}
        className="shrink-0 px-4! md:order-last"
      >
        <SlidersHorizontal aria-hidden strokeWidth={1.75} />
        Filtros
      </Button>
      {place !== "above" && chip}
    </>
  );
  return (
    <div className="mx-auto w-full max-w-shell px-4 pb-10 md:px-8">
      <Tabs
        label="Perfis"
        tabs={[
          { value: "todos", label: "Todos", count: counts?.all ?? null },
          { value: "destaque", label: "Em Destaque", count: counts?.highlighted ?? null },
          { value: "novos", label: "Novos", count: counts?.new ?? null },
        ]}
        value={tab}
        onValueChange={discovery.changeTab}
        aside={
          place !== "sheet" && (
            <div className="flex min-w-0 items-center gap-3 py-1.5">
              {place === "beside" && <div className="shrink-0">{result}</div>}
              {place === "beside" && quickFilters}
              {controls}
            </div>
          )
        }
      >
        {place !== "beside" && (
          <div className="flex items-center gap-4 pt-3">
            {quickFilters}
            {place === "above" && <div className="shrink-0">{result}</div>}
            {place === "above" && chip}
          </div>
        )}
        {place === "sheet" && (
          <div className="flex items-center gap-2 pt-2">
            {controls}
            {!summary && <div className="min-w-0 flex-1 text-right text-balance">{result}</div>}
          </div>
        )}
        {place === "sheet" && summary !== "" && <div className="pt-2">{result}</div>}
        <div
          className={cx(
            "grid grid-cols-[minmax(0,1fr)] gap-4 pt-3 md:pt-2 xl:pt-5",
            hasColumn && "xl:grid-cols-[16.5rem_minmax(0,1fr)] xl:gap-8 xl:[--columns:4]",
          )}
        >
          {place !== "sheet" && isOpen && (
            <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 xl:sticky xl:top-16 xl:max-h-[calc(100dvh-4rem)] xl:self-start xl:overflow-y-auto xl:py-5 xl:-my-5 xl:[scrollbar-width:thin]">
              <LazyPart
                // As high as the panel. For babies it has one more row, the choice between daddies and mommies.
                fallback={
                  <Skeleton shape="card" className={cx("xl:h-148", me.role === "baby" ? "h-93.5" : "h-79.5")} />
                }
                onFailure={() => setIsOpen(false)}
              >
                <FilterPanel {...draft} />
              </LazyPart>
              {hasColumn && renderOffer?.("column")}
            </div>
          )}
          <TabPanel value={tab}>
            {filter.cityId !== undefined && filter.cityId !== me.city?.id && (
              <p className="mb-2 min-h-5 text-14 text-muted">{cityLabel && `Distâncias a partir de ${cityLabel}`}</p>
            )}
            <DiscoveryGrid
              key={list.key}
              memberId={me.id}
              question={question}
              isReturn={list.isOpening}
              renderCard={renderCard}
              onDemos={setDemos}
              banner={!hasColumn && renderOffer?.("strip")}
              empty={{
                tab,
                clear: summary === "" ? undefined : clear,
                showAll: tab === "todos" || counts?.all === 0 ? undefined : () => discovery.changeTab("todos"),
                action: emptyAction,
              }}
            />
          </TabPanel>
        </div>
      </Tabs>
      {place === "sheet" && isSheetDrawn && (
        <LazyPart onFailure={() => setIsOpen(false)}>
          <FilterSheet {...draft} isOpen={isOpen} onOpenChange={setIsOpen} />
        </LazyPart>
      )}
    </div>
  );
}

function SummaryChip({ text, onClear }: { text: string; onClear: () => void }) {
  return (
    <Chip
      text={text}
      onRemove={onClear}
      removeLabel="Limpar Filtros"
      className="min-w-0 max-md:h-11 max-md:flex-1 max-md:pl-2.5 max-md:text-13 max-md:justify-between max-md:rounded-control md:h-9"
    />
  );
}
