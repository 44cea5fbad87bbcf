import type { Figure } from "../report.ts";

/** One way to make honest people wait, lose something or be locked out. `run` measures them with and without it. */
export type Attack = { key: string; name: string; run(): Promise<Figure[]> };
