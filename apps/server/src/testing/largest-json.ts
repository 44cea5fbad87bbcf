import * as z from "zod";

/** The parts of a JSON Schema that say how large a value may be. */
type JsonSchema = {
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  maxLength?: number;
  maxItems?: number;
};

const FORMAT_LENGTHS: Readonly<Record<string, number>> = { uuid: 36, date: 10 };

/**
 * Returns the longest JSON that a schema's sizes allow, with each character of its texts escaped: no accepted value is
 * longer. It is computed from the JSON Schema, independently of what the server measures.
 */
export function largestJsonOf(schema: z.ZodType): string {
  // The cast names the keys that are read; each is checked before it is used.
  return largest(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema);
}

function largest(schema: JsonSchema): string {
  if (schema.anyOf) return longestOf(schema.anyOf.map(largest));
  if (schema.enum) return longestOf(schema.enum.map((option) => JSON.stringify(option)));
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.type === "object") {
    const fields = Object.entries(schema.properties ?? {}).map(
      ([key, one]) => `${JSON.stringify(key)}:${largest(one)}`,
    );
    return `{${fields.join()}}`;
  }
  if (schema.type === "array") {
    const item = largest(schema.items ?? {});
    return `[${Array.from({ length: schema.maxItems ?? Number.NaN }, () => item).join()}]`;
  }
  if (schema.type === "string") {
    const length = schema.maxLength ?? FORMAT_LENGTHS[schema.format ?? ""] ?? Number.NaN;
    return `"${"\\u0061".repeat(length)}"`;
  }
  if (schema.type === "integer" || schema.type === "number") return String(-Number.MAX_SAFE_INTEGER);
  if (schema.type === "boolean") return "false";
  if (schema.type === "null") return "null";
  throw new Error(`no largest value of ${JSON.stringify(schema)}`);
}

const longestOf = (texts: string[]) => texts.reduce((a, b) => (b.length > a.length ? b : a), "");
