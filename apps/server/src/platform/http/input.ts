import type { AnyCall } from "@caramelo/contract/call/call";
import { fieldTexts, fieldWords } from "@caramelo/contract/call/errors";
import type * as z from "zod";
import { fail } from "./failure.ts";

const PARTS = ["params", "query", "body"] as const;
// No input of the contract nests deeper. A text of nothing but brackets would exhaust the stack of a recursive check.
const MAX_DEPTH = 20;

type Parts = { params: unknown; query: unknown; body: unknown };

/**
 * Parses the parts of a request. Unknown keys, wrong types, NUL characters and parts that the call does not declare are
 * refused with a text for each invalid field.
 */
export function parseInput(call: AnyCall, parts: Parts): Partial<Parts> {
  // The object has no prototype, so that a field named __proto__ is an ordinary field.
  const fields: Record<string, string> = Object.create(null);
  const parsedInput: Partial<Parts> = {};
  for (const part of PARTS) {
    const schema = call[part];
    const value = parts[part] ?? {};
    if (!schema) refuseUndeclared(value, fields);
    else if (isHostile(value)) fields[part] = fieldTexts.invalid;
    else parsedInput[part] = parsePart(schema, value, fields);
  }
  // A malformed link to a file is answered like a link to a missing file.
  if (Object.keys(fields).length > 0) fail(call.kind === "stream" ? "NOT_FOUND" : "VALIDATION_ERROR", { fields });
  return parsedInput;
}

function parsePart(schema: z.ZodType, value: unknown, fields: Record<string, string>): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  for (const issue of result.error.issues) addIssue(issue, fields);
  return undefined;
}

function addIssue(issue: z.core.$ZodIssue, fields: Record<string, string>): void {
  if (issue.code === "unrecognized_keys") {
    for (const key of issue.keys.slice(0, 20)) fields[key.slice(0, 60)] = fieldTexts.unknownField;
    return;
  }
  const field = issue.path.join(".") || "form";
  // Members must not see zod's own English texts.
  fields[field] ??= fieldWords.has(issue.message) ? issue.message : fieldTexts.invalid;
}

function refuseUndeclared(value: unknown, fields: Record<string, string>): void {
  const isEmpty = typeof value === "object" && value !== null && Object.keys(value).length === 0;
  if (isEmpty && !Array.isArray(value)) return;
  fields.form = fieldTexts.unknownField;
}

/** Whether any text or key holds a NUL character, or the nesting is too deep. */
function isHostile(value: unknown, depth = 0): boolean {
  if (typeof value === "string") return value.includes("\0");
  if (typeof value !== "object" || value === null) return false;
  if (depth > MAX_DEPTH) return true;
  return Object.entries(value).some(([key, inner]) => key.includes("\0") || isHostile(inner, depth + 1));
}
