import type * as z from "zod";
import type { JsonBounds } from "./json-rules.ts";

/** How many bytes and values a body may have, and how deep it may nest. */
export type BodyBounds = JsonBounds & { bytes: number };

/** The most bytes that any JSON body may have, whatever its schema would allow. */
export const BODY_MAX_BYTES = 128 * 1024;
/** The lowest bound, in bytes: refusing a smaller body costs more than reading it. */
const BODY_LEAST_BYTES = 4 * 1024;
// Bodies slightly beyond their schema are still read, so that the refusal can name the wrong fields.
const MORE_DEPTH = 2;
const MORE_VALUES = 20;

// JSON may write every UTF-16 unit as \u and four digits.
const ESCAPED_BYTES = 6;
const NUMBER_BYTES = 25;
/** The fixed lengths of zod's own formats. */
const FORMAT_LENGTHS: Readonly<Record<string, number>> = { uuid: 36, date: 10 };

type Check = { _zod: { def: { check: string; maximum?: number; length?: number } } };
type Definition = {
  type: string;
  format?: string;
  checks?: Check[];
  shape?: Record<string, z.core.$ZodType>;
  element?: z.core.$ZodType;
  innerType?: z.core.$ZodType;
  in?: z.core.$ZodType;
  options?: z.core.$ZodType[];
  entries?: Record<string, string | number>;
  values?: unknown[];
};

/**
 * Returns the bounds of a call's body. Throws when the schema does not bound it, as with a text or a list without a
 * maximum.
 */
export function boundsOfBody(schema: z.core.$ZodType | undefined, where: string): BodyBounds {
  const largest = schema ? largestOf(schema, where) : EMPTY_OBJECT;
  return {
    bytes: Math.min(Math.max(largest.bytes, BODY_LEAST_BYTES), BODY_MAX_BYTES),
    depth: largest.depth + MORE_DEPTH,
    values: largest.values + MORE_VALUES,
  };
}

const EMPTY_OBJECT: BodyBounds = { bytes: 2, depth: 1, values: 1 };
const scalar = (bytes: number): BodyBounds => ({ bytes, depth: 0, values: 0 });
const textOf = (units: number) => scalar(2 + units * ESCAPED_BYTES);

/**
 * Returns the size of the largest JSON that a schema accepts, written without blanks and with every character of its
 * texts escaped.
 */
export function largestOf(schema: z.core.$ZodType, where: string): BodyBounds {
  // zod's inner definitions are a union of some forty types; these keys bound the size of a value.
  const def = schema._zod.def as unknown as Definition;
  switch (def.type) {
    case "string":
      return textOf(maxOf(def) ?? FORMAT_LENGTHS[def.format ?? ""] ?? refuse(where, "a text without a maximum"));
    case "number":
      return scalar(NUMBER_BYTES);
    case "boolean":
    case "null":
      return scalar("false".length);
    case "enum":
      return textOf(Math.max(...Object.values(def.entries ?? {}).map((value) => String(value).length)));
    case "literal":
      return textOf(Math.max(...(def.values ?? []).map((value) => String(value).length)));
    case "array":
      return largestArray(def, where);
    case "object":
      return largestObject(def.shape ?? {}, where);
    default:
      return largestWithin(def, where);
  }
}

function largestArray(def: Definition, where: string): BodyBounds {
  const max = maxOf(def) ?? refuse(where, "a list without a maximum");
  const { bytes, depth, values } = def.element ? largestOf(def.element, where) : refuse(where, "a list of nothing");
  return { bytes: 1 + max * (bytes + 1), depth: depth + 1, values: max * (values + 1) };
}

function largestObject(shape: Record<string, z.core.$ZodType>, where: string): BodyBounds {
  const fields = Object.entries(shape).map(([key, inner]) => {
    const { bytes, depth, values } = largestOf(inner, `${where}.${key}`);
    return { bytes: JSON.stringify(key).length + 1 + bytes + 1, depth, values: values + 1 };
  });
  return fields.reduce(
    (sum, { bytes, depth, values }) => ({
      bytes: sum.bytes + bytes,
      depth: Math.max(sum.depth, depth + 1),
      values: sum.values + values,
    }),
    EMPTY_OBJECT,
  );
}

/** The bounds of a union, or of a type that wraps another one without changing its JSON. */
function largestWithin({ type, innerType, in: input, options }: Definition, where: string): BodyBounds {
  const nested = [innerType, input, ...(options ?? [])].flatMap((inner) => (inner ? [largestOf(inner, where)] : []));
  if (nested.length === 0) refuse(where, `nothing says how large a value of the type ${type} may be`);
  // A nullable empty object is longest as null.
  const all = [...nested, scalar("null".length)];
  return {
    bytes: Math.max(...all.map(({ bytes }) => bytes)),
    depth: Math.max(...all.map(({ depth }) => depth)),
    values: Math.max(...all.map(({ values }) => values)),
  };
}

/** Returns the maximum length that applies before any other check shortens the value. */
function maxOf({ checks = [] }: Definition): number | undefined {
  const defs = checks.map(({ _zod }) => _zod.def);
  const shortened = defs.findIndex(({ check }) => check === "overwrite");
  const before = shortened === -1 ? defs : defs.slice(0, shortened);
  const maxima = before.flatMap(({ maximum, length, check }) => {
    if (check === "max_length") return maximum ?? [];
    return check === "length_equals" ? (length ?? []) : [];
  });
  return maxima.length > 0 ? Math.min(...maxima) : undefined;
}

function refuse(where: string, why: string): never {
  throw new Error(`${where}: ${why}`);
}
