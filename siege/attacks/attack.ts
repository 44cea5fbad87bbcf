import type { Figure } from "../report.ts";

/** One way to make an honest person wait, lose something or be locked out, with the same thing measured without it beside it. */
export type Attack = { key: string; name: string; run(): Promise<Figure[]> };
