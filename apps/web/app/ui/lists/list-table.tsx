import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react";
import { type MouseEvent, type ReactNode, useId } from "react";
import { useNavigate } from "react-router";
import { cx } from "~/ui/basics/cx.ts";
import { ListState, type ListStateProps } from "~/ui/states/query-state.tsx";

type Identified = { id: string | number };

export type Column<Row> = {
  head: string;
  cell: (row: Row) => ReactNode;
  /** The cell names the row and is the title of the row's card. */
  isTitle?: boolean;
  /** In a card the cell has no column label. */
  isUnlabelled?: boolean;
  /** The column is hidden below 1280 px, for lack of space. */
  isWideOnly?: boolean;
  /** In a card, two such cells share a line. */
  isHalf?: boolean;
  /** The column head is only for screen readers. */
  isHeadHidden?: boolean;
  /** The column head sorts the list. `state` is undefined while another column sorts. */
  sort?: { state: "ascending" | "descending" | undefined; onSort: () => void };
  /** The classes of the head and the cells. */
  className?: string;
};

type Selection<Row extends Identified> = {
  ids: ReadonlySet<Row["id"]>;
  onSelect: (ids: readonly Row["id"][], isSelected: boolean) => void;
  nameOf: (row: Row) => string;
};

type TableProps<Row extends Identified> = {
  /** What the table lists, for screen readers. */
  name: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  selection?: Selection<Row>;
  isMarked?: (row: Row) => boolean;
  /** The target of a press on the row. One of the row's cells must contain the same link, for the keyboard. */
  linkOf?: (row: Row) => RowLink;
  /** The table has many columns. */
  isDense?: boolean;
  isHeadSticky?: boolean;
  rowClass?: string;
};

/** The rows of a list as a table. Below 1024 px each row is a card with labels instead of heads. */
export function ListTable<Row extends Identified>(props: TableProps<Row> & ListStateProps) {
  const { query, failed, empty, ...table } = props;
  return (
    <ListState query={query} failed={failed} rows={table.rows} empty={empty}>
      <Table {...table} />
    </ListState>
  );
}

const HEAD = "bg-surface font-semibold whitespace-nowrap first:rounded-tl-card last:rounded-tr-card";
const ROW =
  "border-line max-lg:flex max-lg:flex-wrap max-lg:gap-x-3 max-lg:gap-y-2 max-lg:rounded-card max-lg:border max-lg:p-4";
const UNMARKED = "hover-mouse:bg-tint/60 max-lg:bg-surface";
const CELL = "border-line lg:border-t";
// In a card, cells without content are hidden. With large text a phone has no space for labels next to the values.
const LABELLED =
  "max-lg:grid max-lg:has-[>div:empty]:hidden max-lg:grid-cols-[6.5rem_minmax(0,1fr)] max-lg:gap-2 max-[18rem]:grid-cols-[minmax(0,1fr)] max-[18rem]:gap-0";

function Table<Row extends Identified>(props: TableProps<Row>) {
  const { name, rows, columns, selection, isMarked, linkOf, isDense, isHeadSticky, rowClass } = props;
  const pressRow = useRowPress();
  const captionId = useId();
  // The selection checkbox has its own spacing.
  const padding = cx(isDense ? "lg:px-1.5" : "lg:px-3", isDense && !selection && "lg:first:pl-3 lg:last:pr-3");
  const headClass = cx(HEAD, padding, isHeadSticky && "sticky top-16 z-1");
  const cellClass = cx(CELL, padding, isDense ? "lg:py-1" : "lg:py-2.5");
  const ids = rows.map(({ id }) => id);
  const all = selection && {
    isChecked: ids.every((id) => selection.ids.has(id)),
    onChange: (isSelected: boolean) => selection.onSelect(ids, isSelected),
    label: "Selecionar todos desta página",
  };
  return (
    <>
      {all && <SelectBox {...all} isLabelShown className="lg:hidden" />}
      <table
        aria-labelledby={captionId}
        className="w-full border-separate border-spacing-0 text-left text-14 max-lg:block max-lg:wrap-anywhere lg:rounded-card lg:border lg:border-line lg:bg-surface"
      >
        <caption id={captionId} className="sr-only">
          {name}
        </caption>
        <thead className="text-13 text-muted max-lg:sr-only">
          <tr>
            {all && (
              // The head of the checkboxes names nothing, so it is no head for screen readers.
              <td className={cx(headClass, "w-11")}>
                <SelectBox {...all} className={HIDDEN} />
              </td>
            )}
            {columns.map((column) => (
              <Head key={column.head} column={column} className={headClass} />
            ))}
          </tr>
        </thead>
        <tbody className="max-lg:grid max-lg:gap-3">
          {rows.map((row) => {
            const isSelected = selection?.ids.has(row.id) ?? false;
            return (
              <tr
                key={row.id}
                onClick={linkOf && ((event) => pressRow(event, linkOf(row)))}
                className={cx(
                  ROW,
                  rowClass,
                  linkOf && "cursor-pointer",
                  isSelected || isMarked?.(row) ? "bg-tint" : UNMARKED,
                )}
              >
                {selection && (
                  <td className={cx(cellClass, "max-lg:order-first")}>
                    <SelectBox
                      isChecked={isSelected}
                      onChange={(isChosen) => selection.onSelect([row.id], isChosen)}
                      label={`Selecionar ${selection.nameOf(row)}`}
                      className="max-lg:-mx-3"
                    />
                  </td>
                )}
                {columns.map((column) => (
                  <Cell key={column.head} column={column} row={row} className={cellClass} />
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}

/** The heads are invisible above the cards, so they must not be focusable either. */
const HIDDEN = "max-lg:invisible";
const SORT_ICONS = { ascending: ArrowUp, descending: ArrowDown, none: ArrowUpDown };

type HeadProps = { column: Omit<Column<never>, "cell">; className: string };

function Head({ column: { head, isWideOnly, isHeadHidden, sort, className: own }, className }: HeadProps) {
  const Icon = SORT_ICONS[sort?.state ?? "none"];
  return (
    <th
      scope="col"
      aria-sort={sort?.state}
      className={cx(className, !sort && "py-2.5", isWideOnly && "max-xl:hidden", own)}
    >
      {sort ? (
        <>
          <span className="lg:hidden">{head}</span>
          <button
            type="button"
            onClick={sort.onSort}
            className="inline-flex min-h-11 items-center gap-1 rounded-small font-semibold hover-mouse:text-ink max-lg:hidden"
          >
            {head}
            <Icon aria-hidden className={cx("size-3.5", !sort.state && "opacity-45")} />
          </button>
        </>
      ) : (
        <span className={isHeadHidden ? "sr-only" : undefined}>{head}</span>
      )}
    </th>
  );
}

type CellProps<Row> = { column: Column<Row>; row: Row; className: string };

function Cell<Row>({ column, row, className }: CellProps<Row>) {
  const { head, cell, isTitle, isUnlabelled, isWideOnly, isHalf, className: own } = column;
  if (isTitle) {
    return (
      <th scope="row" className={cx(className, "min-w-0 font-normal max-lg:order-first max-lg:flex-1", own)}>
        {cell(row)}
      </th>
    );
  }
  return (
    <td
      className={cx(
        className,
        isHalf ? "max-lg:basis-[calc(50%-0.375rem)]" : "max-lg:basis-full",
        isUnlabelled && "max-lg:block",
        isWideOnly && "max-xl:hidden",
        !isUnlabelled && !isWideOnly && LABELLED,
        own,
      )}
    >
      {!isUnlabelled && (
        <span aria-hidden className="text-13 text-muted lg:hidden">
          {head}
        </span>
      )}
      <div className="min-w-0">{cell(row)}</div>
    </td>
  );
}

type SelectBoxProps = {
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  label: string;
  isLabelShown?: boolean;
  className?: string;
};

function SelectBox({ isChecked, onChange, label, isLabelShown = false, className }: SelectBoxProps) {
  return (
    <label
      className={cx(
        isLabelShown ? "flex min-h-11 items-center gap-2.5 px-1 text-14" : "grid size-11 place-items-center",
        className,
      )}
    >
      <input
        type="checkbox"
        checked={isChecked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        className="size-4.5 accent-primary"
      />
      <span className={isLabelShown ? undefined : "sr-only"}>{label}</span>
    </label>
  );
}

type RowLink = { to: string; state?: object };

const CONTROLS = "a, button, input, select, textarea, label, summary, [role=switch]";

/**
 * Opens the link of a row when the row is pressed outside its controls. A press that ends a text selection opens
 * nothing; with Ctrl or the command key the link opens in a new tab. Keyboard users use the link in the row.
 */
function useRowPress(): (event: MouseEvent<HTMLElement>, link: RowLink) => void {
  const navigate = useNavigate();
  return (event, { to, state }) => {
    const isOnControl = event.target instanceof Element && event.target.closest(CONTROLS) !== null;
    // A dialog opened by a cell outside the row bubbles its presses here as well.
    const isOutside = event.target instanceof Node && !event.currentTarget.contains(event.target);
    if (event.defaultPrevented || isOnControl || isOutside || hasSelectedText()) return;
    if (event.ctrlKey || event.metaKey) window.open(to, "_blank", "noopener");
    else void navigate(to, { state });
  };
}

const hasSelectedText = () => getSelection()?.isCollapsed === false;
