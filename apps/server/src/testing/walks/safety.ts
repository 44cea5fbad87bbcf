import type { Entry } from "../walk.ts";

export const walkSafety = ({ memberId }: { memberId: string }): Record<string, Entry> => ({});
