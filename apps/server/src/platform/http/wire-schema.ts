import fastJson from "fast-json-stringify";
import type { RouteShorthandOptions } from "fastify";
import * as z from "zod";

type Json = Record<string, unknown>;

/**
 * Returns the JSON Schema of an answer, for the compiled serializer and the API's documentation. `anyOf [X, null]` is
 * shortened to `type [x, "null"]`: otherwise each nullable field costs one validation per value.
 */
export function wireSchema(schema: z.ZodType): Json {
  return z.toJSONSchema(schema, {
    target: "draft-7",
    io: "input",
    unrepresentable: "throw",
    reused: "inline",
    override: ({ jsonSchema }) => simplify(jsonSchema),
  }) as Json; // the cast holds: it is a plain JSON object, and zod's own type for it names every keyword
}

function simplify(schema: Json): void {
  delete schema.$schema;
  delete schema.pattern;
  // Serializing already drops undeclared keys, so the serializer needs no rule for them.
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  const options = schema.anyOf;
  if (!Array.isArray(options) || options.length !== 2 || options[1]?.type !== "null") return;
  if (typeof options[0]?.type !== "string") return;
  delete schema.anyOf;
  Object.assign(schema, options[0], { type: [options[0].type, "null"] });
  if (Array.isArray(schema.enum)) schema.enum = [...schema.enum, null];
}

/**
 * The options of a route that serialize its answers, so that only declared keys leave the server. A serializer is
 * compiled at the first answer: compiling those of all calls took longer than everything else in a start.
 */
export function serializeLater(answers: z.ZodType): Pick<RouteShorthandOptions, "schema" | "serializerCompiler"> {
  let write: ((answer: unknown) => string) | undefined;
  return {
    // Fastify asks for a serializer only where the route has a schema.
    schema: { response: { 200: {} } },
    serializerCompiler: () => (answer) => {
      write ??= fastJson(wireSchema(answers));
      return write(answer);
    },
  };
}
