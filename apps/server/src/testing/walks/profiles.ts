import type { Entry } from "../walk.ts";

export const walkProfiles = (): Record<string, Entry> => ({});
