import * as z from "zod";

type Json = Record<string, unknown>;

/**
 * JSON Schema of what travels, for the compiled serializer and the API's documentation. `anyOf [X, null]` is folded
 * into `type [x, "null"]`: otherwise every nullable field costs a validation per value.
 */
export function wireSchema(schema: z.ZodType): Json {
  return z.toJSONSchema(schema, {
    target: "draft-7",
    io: "input",
    unrepresentable: "throw",
    reused: "inline",
    override: ({ jsonSchema }) => simplify(jsonSchema),
  }) as Json; // a plain JSON object; zod's own type for it names every keyword
}

function simplify(schema: Json): void {
  delete schema.$schema;
  delete schema.pattern;
  // Undeclared keys are dropped when writing, so the serializer needs no rule for them.
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  const options = schema.anyOf;
  if (!Array.isArray(options) || options.length !== 2 || options[1]?.type !== "null") return;
  if (typeof options[0]?.type !== "string") return;
  delete schema.anyOf;
  Object.assign(schema, options[0], { type: [options[0].type, "null"] });
  if (Array.isArray(schema.enum)) schema.enum = [...schema.enum, null];
}
