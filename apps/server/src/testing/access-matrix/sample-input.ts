import { randomUUID } from "node:crypto";
import type { AnyCall } from "@caramelo/contract/call/call";
import * as z from "zod";
import { makeToken } from "../../platform/secrets/tokens.ts";
import { newEmail, PASSWORD } from "../people.ts";

const NEW_PASSWORD = "outra senha de teste";

/** Valid values of the fields whose schema does not tell which values are valid. */
const SAMPLES: Record<string, () => unknown> = {
  email: newEmail,
  currentPassword: () => PASSWORD,
  password: () => NEW_PASSWORD,
  passwordConfirmation: () => NEW_PASSWORD,
  // The password is enough, because the tests' staff have no second factor.
  proof: () => PASSWORD,
  name: () => "Ana",
  // Otherwise an id would be sent, and a message with an id is taken for one with a Pix key.
  text: () => "oi",
  cityId: () => 3_550_308,
  upTo: () => 1,
  seq: () => 1,
  reaction: () => "love",
  birthOn: () => "1990-01-01",
  day: () => "2026-11-22",
  receivedOn: () => "2026-01-01",
  changes: () => [{ name: "brand:address", value: "Rua A, 1" }],
  age: () => 30,
  face: () => "0123456789abcdef",
  updatedAt: () => new Date(0).toISOString(),
};

/** Values for a field. The first one that its schema accepts is sent. */
const listCandidates = () => [
  randomUUID(),
  [randomUUID()],
  "oi",
  "1",
  30,
  true,
  false,
  makeToken(),
  `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
  `${"p".repeat(86)}A`,
  "a".repeat(22),
  "0".repeat(32),
  "320",
];

function sampleOf(key: string, schema: z.ZodType): unknown {
  if (schema instanceof z.ZodObject) return sampleOfObject(schema);
  if (schema instanceof z.ZodEnum) return schema.options[0];
  const own = SAMPLES[key]?.();
  // The value is tried as it is, and as text for a query.
  const first = own === undefined ? [] : [own, String(own)];
  const sample = [...first, ...listCandidates()].find((candidate) => schema.safeParse(candidate).success);
  if (sample === undefined) throw new Error(`no sample for the field ${key}: put one into SAMPLES`);
  return sample;
}

/** Returns a value for each required field, or for the first field if none is required. */
function sampleOfObject({ shape }: z.ZodObject): Record<string, unknown> {
  const fields = Object.entries(shape).map(([key, schema]): [string, z.ZodType] => [key, schema as z.ZodType]);
  const neededFields = fields.filter(([, schema]) => !schema.safeParse(undefined).success);
  const [first] = fields;
  const filledFields = neededFields.length > 0 || !first ? neededFields : [first];
  return Object.fromEntries(
    filledFields.map(([key, schema]) => [
      key,
      sampleOf(key, schema instanceof z.ZodOptional ? unwrap(schema) : schema),
    ]),
  );
}

const unwrap = (schema: z.ZodOptional) => schema.unwrap() as z.ZodType;

export type SampleInput = {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: Record<string, unknown> | undefined;
};

/** Makes a well-formed input of a call, as it is sent, from the call's schemas. Its ids belong to nothing. */
export function sampleInput({ params, query, body }: AnyCall): SampleInput {
  const partOf = (schema: z.ZodType | undefined) => (schema instanceof z.ZodObject ? sampleOfObject(schema) : {});
  const queryNeeds = query && !query.safeParse({}).success;
  return { params: partOf(params), query: queryNeeds ? partOf(query) : {}, body: body && partOf(body) };
}

const PARTS = ["params", "query", "body"] as const;
/** Ids that the caller makes, and places. They name nothing of a member. */
const NAMES_NOTHING = ["clientId", "requestId", "cityId"];

/** Returns the fields of a call's input that name something of a member. */
export function listNamingKeys(call: AnyCall): string[] {
  const keys = PARTS.flatMap((part) => listKeys(call[part]));
  return keys.filter((key) => /(^|[a-z])(id|ids|token|endpoint|link)$/i.test(key) && !NAMES_NOTHING.includes(key));
}

const listKeys = (schema: z.ZodType | undefined) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []);

/** Puts the names of things into a field of an input: all of them if it takes several, otherwise the last one. */
export function setNames(call: AnyCall, input: SampleInput, key: string, names: string[]): void {
  for (const part of PARTS) {
    if (!listKeys(call[part]).includes(key)) continue;
    // Several are sent in reverse order, so that the call can change something.
    input[part] = { ...input[part], [key]: /ids$/i.test(key) ? names.toReversed() : names.at(-1) };
  }
}

type Raw = (
  path: string,
  init?: { method?: string; headers?: Record<string, string>; body?: string | FormData },
) => Promise<Response>;

/** Sends an input as a browser would, files with an upload. */
export function sendInput(
  raw: Raw,
  call: AnyCall,
  { params, query, body }: SampleInput,
  photos: Blob[] = [],
): Promise<Response> {
  const path = call.path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key]).toWellFormed()));
  const pairs = Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]);
  const address = `/api${path}${pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ""}`;
  const { method } = call;
  if (method === "GET") return raw(address);
  if (call.kind !== "upload") {
    return raw(address, { method, ...(body && { headers: JSON_TYPE, body: JSON.stringify(body) }) });
  }
  const form = new FormData();
  form.append("data", JSON.stringify(body ?? {}));
  for (const photo of photos) form.append("photos", photo);
  return raw(address, { method, body: form });
}

export const JSON_TYPE = { "content-type": "application/json" };
