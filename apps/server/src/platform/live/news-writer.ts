import fastJson from "fast-json-stringify";
import * as z from "zod";
import { wireSchema } from "../http/wire-schema.ts";

type Events = Record<string, { payload: z.ZodType }>;
/** The text of a frame; only declared keys leave. */
export type WriteNews = (type: string, payload: object) => string;

/** Compiles a writer for each event. A strict one also checks the payload, and throws. */
export function openNewsWriter(events: Events, isStrict: boolean): WriteNews {
  const writers = new Map(Object.entries(events).map(([type, { payload }]) => [type, compile(payload)]));
  return (type, payload) => {
    const write = writers.get(type);
    if (!write) throw new Error(`no such event: ${type}`);
    const schema = events[type]?.payload;
    if (isStrict && schema) z.encode(schema, payload);
    return write({ type, ...payload });
  };
}

function compile(payload: z.ZodType) {
  const { properties } = wireSchema(payload);
  const fields = properties as Record<string, object>; // a strictObject's schema
  return fastJson({ type: "object", properties: { type: { type: "string" }, ...fields } });
}
