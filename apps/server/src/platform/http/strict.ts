import type * as z from "zod";

type Definition = {
  type: string;
  catchall?: z.core.$ZodType;
  shape?: Record<string, z.core.$ZodType>;
  element?: z.core.$ZodType;
  innerType?: z.core.$ZodType;
  valueType?: z.core.$ZodType;
  options?: z.core.$ZodType[];
  items?: z.core.$ZodType[];
  in?: z.core.$ZodType;
  left?: z.core.$ZodType;
  right?: z.core.$ZodType;
  rest?: z.core.$ZodType | null;
};

/**
 * Throws when any object within an input schema would accept unknown keys. zod's types are the same for strict and
 * plain objects, so this is asserted on the value, when the server starts.
 */
export function assertStrict(schema: z.core.$ZodType, where: string): void {
  // zod's inner definitions are a union of some forty types; these are the keys under which they nest.
  const def = schema._zod.def as unknown as Definition;
  // The content of a lazy schema is known only when it is used.
  if (def.type === "lazy") throw new Error(`${where}: a lazy schema cannot be checked`);
  if (def.type === "object" && def.catchall?._zod.def.type !== "never") throw new Error(`${where}: not a strictObject`);
  for (const [key, inner] of Object.entries(def.shape ?? {})) assertStrict(inner, `${where}.${key}`);
  const nested = [
    def.element,
    def.innerType,
    def.valueType,
    def.in,
    def.left,
    def.right,
    def.rest,
    ...(def.options ?? []),
    ...(def.items ?? []),
  ];
  for (const inner of nested) if (inner) assertStrict(inner, where);
}
