import fc from "fast-check";
import * as z from "zod";

/** The parts of a JSON Schema that the contract's inputs use. */
type JsonSchema = {
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
};

/** Texts are at most this long, because longer ones only slow the cases down, and the limits have their own tests. */
const TEXT_MAX = 300;
const LIST_MAX = 8;

/**
 * Draws values, as they are sent, that mostly pass the schema. Half of the ids come from `ids`, if it has any. A
 * refinement that JSON Schema cannot express may refuse some values.
 */
export function arbitraryOfSchema(schema: z.ZodType, ids: string[]): fc.Arbitrary<unknown> {
  // The cast names the keys that are read; each is checked before it is used.
  const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;
  return arbitraryOf(json, ids.length > 0 ? fc.oneof(fc.constantFrom(...ids), fc.uuid()) : fc.uuid());
}

function arbitraryOf(schema: JsonSchema, id: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const inner = (innerSchema: JsonSchema) => arbitraryOf(innerSchema, id);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ("const" in schema) return fc.constant(schema.const);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(inner));
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => inner({ ...schema, type })));
  switch (schema.type) {
    case "object":
      return objectOf(schema, inner);
    case "array":
      return fc.array(inner(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? LIST_MAX, LIST_MAX),
      });
    case "string":
      return textOf(schema, id);
    case "integer":
      return fc.integer(rangeOf(schema));
    case "number":
      return fc.double({ ...rangeOf(schema), noNaN: true });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return fc.jsonValue();
  }
}

function objectOf(
  { properties = {}, required = [] }: JsonSchema,
  inner: (schema: JsonSchema) => fc.Arbitrary<unknown>,
) {
  const model = Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, inner(one)]));
  return fc.record(model, { requiredKeys: required.filter((key) => key in model), noNullPrototype: true });
}

function textOf({ format, pattern, minLength = 0, maxLength = TEXT_MAX }: JsonSchema, id: fc.Arbitrary<string>) {
  if (format === "uuid") return id;
  if (format === "email") return fc.uuid().map((unique) => `${unique}@exemplo.invalid`);
  if (pattern) return fc.stringMatching(new RegExp(pattern));
  return fc.string({ unit: "grapheme", minLength, maxLength: Math.max(minLength, Math.min(maxLength, TEXT_MAX)) });
}

const rangeOf = ({ minimum = -1_000, maximum = 2_000_000_000 }: JsonSchema) => ({ min: minimum, max: maximum });
