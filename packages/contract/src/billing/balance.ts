import * as z from "zod";

/** Tokens, and conversations that may still be opened. */
export const Balance = z.strictObject({ tokens: z.int(), conversations: z.int() });
