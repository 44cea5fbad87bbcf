import fastJson from "fast-json-stringify";
import type { RouteShorthandOptions } from "fastify";
import type * as z from "zod";
import { wireSchema } from "./wire-schema.ts";

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
