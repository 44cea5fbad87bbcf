import type { Entry } from "../walk.ts";

export const walkNotifications = (): Record<string, Entry> => ({});
