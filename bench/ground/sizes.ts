/** How large and how long a run is. */
export type Size = {
  /** Members of the small and of the large database; the large one is what targets speak of. */
  members: [number, number];
  /** How often every competitor has its turn, and how long each turn is in seconds. */
  rounds: number;
  seconds: number;
  idleConnections: number;
  starts: number;
};

export const FULL: Size = { members: [100_000, 1_000_000], rounds: 6, seconds: 1.5, idleConnections: 2_000, starts: 5 };
/** Quick: to see that the bench works. Its figures say little. */
export const SMALL: Size = { members: [2_000, 20_000], rounds: 3, seconds: 0.5, idleConnections: 500, starts: 2 };
