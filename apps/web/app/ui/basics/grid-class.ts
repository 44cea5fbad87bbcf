/**
 * A grid of profile cards: on phones as many columns as their texts leave room for (two, and one with large text), three,
 * then five, and six on the widest screens. A screen with a column beside the grid sets another number of columns by `--columns`.
 */
export const GRID_CLASS =
  "grid grid-flow-dense gap-3 grid-cols-[repeat(auto-fill,minmax(min(9rem,100%),1fr))] md:grid-cols-3 md:gap-4 xl:grid-cols-[repeat(var(--columns,5),minmax(0,1fr))] min-[112.5rem]:grid-cols-6";

/** Cards in a row on the widest screens. */
export const GRID_COLUMNS_MAX = 6;

/** Choices in a narrow column: as many in a row as fit, but four in two rows of two instead of three and one. */
export const compactChoicesClass = (count: number): string =>
  count === 4 ? "grid grid-cols-2 gap-1" : "flex flex-wrap gap-1 *:flex-auto";
