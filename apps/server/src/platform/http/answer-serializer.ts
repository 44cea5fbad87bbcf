import fastJson from "fast-json-stringify";
import type { RouteShorthandOptions } from "fastify";
import type * as z from "zod";
import { wireSchema } from "./wire-schema.ts";

/**
 * The part of a route that writes its answers, so that only declared keys leave. It is compiled when the first answer leaves:
 * to compile those of all calls took longer than everything else that a start does.
 */
export function serializeLater(answers: z.ZodType): Pick<RouteShorthandOptions, "schema" | "serializerCompiler"> {
  let write: ((answer: unknown) => string) | undefined;
  return {
    // Fastify asks for a serializer only where there is a schema.
    schema: { response: { 200: {} } },
    serializerCompiler: () => (answer) => {
      write ??= fastJson(wireSchema(answers));
      return write(answer);
    },
  };
}
