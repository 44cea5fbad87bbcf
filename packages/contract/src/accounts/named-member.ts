import * as z from "zod";

/**
 * A member as staff see them in a row, with the address shortened. Of an erased account only the id is left: `email` is
 * null.
 */
export const NamedMember = z.strictObject({ id: z.uuid(), name: z.string(), email: z.string().nullable() });
