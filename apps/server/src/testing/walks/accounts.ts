import type { Entry } from "../walk.ts";

export const walkAccounts = ({ email }: { email: string }): Record<string, Entry> => ({});
