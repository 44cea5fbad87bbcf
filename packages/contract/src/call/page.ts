import * as z from "zod";

/** The `next` of the page before; opaque. */
export const before = z.string().max(80).optional();
