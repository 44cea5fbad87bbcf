/**
 * A grid of profile cards. Phones have as many columns as the texts allow (two, or one with large text); wider screens
 * have three, then five, and the widest six. A screen with a side column sets another number through `--columns`.
 */
export const GRID_CLASS =
  "grid grid-flow-dense gap-3 grid-cols-[repeat(auto-fill,minmax(min(9rem,100%),1fr))] md:grid-cols-3 md:gap-4 xl:grid-cols-[repeat(var(--columns,5),minmax(0,1fr))] min-[112.5rem]:grid-cols-6";

/** The number of cards per row on the widest screens. */
export const GRID_COLUMNS_MAX = 6;

/**
 * Choices in a narrow column: as many per row as fit. Four choices make two rows of two, because three and one would
 * look odd.
 */
export const compactChoicesClass = (count: number): string =>
  count === 4 ? "grid grid-cols-2 gap-1" : "flex flex-wrap gap-1 *:flex-auto";
