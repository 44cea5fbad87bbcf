import * as z from "zod";

/** The `next` of the previous page. Its content is opaque. */
export const before = z.string().max(80).optional();
