import fastJson from "fast-json-stringify";
import * as z from "zod";
import { wireSchema } from "../http/wire-schema.ts";

type Events = Record<string, { payload: z.ZodType }>;
/** Writes the text of a frame; only declared keys leave. */
export type WriteEvent = (event: string, payload: object) => string;

/** Compiles a writer for each event. A strict one also checks the payload, and throws. */
export function openEventWriter(events: Events, isStrict: boolean): WriteEvent {
  const writers = new Map(Object.entries(events).map(([event, { payload }]) => [event, compile(payload)]));
  return (event, payload) => {
    const write = writers.get(event);
    if (!write) throw new Error(`no such event: ${event}`);
    const schema = events[event]?.payload;
    if (isStrict && schema) z.encode(schema, payload);
    return write({ event, ...payload });
  };
}

function compile(payload: z.ZodType) {
  const { properties } = wireSchema(payload);
  const fields = properties as Record<string, object>; // an object's schema
  return fastJson({ type: "object", properties: { event: { type: "string" }, ...fields } });
}
