import { perCaller } from "@caramelo/contract/call/limit-policy";

/** The declarations of a test's own call that do not matter to the test. */
export const PLAIN_CALL = { limit: perCaller("calls"), changes: "none", offline: "no", names: "nothing" } as const;
