import type { AnyCall, FileLimits } from "@caramelo/contract/call/call";
import type { FastifyRequest } from "fastify";
import type { RateLimits } from "../limits/rate-limit.ts";
import type { BodyBounds } from "./body-bounds.ts";
import type { Me } from "./caller.ts";
import { fail } from "./failure.ts";
import { parseInput } from "./input.ts";
import { takeLimits } from "./take-limits.ts";
import { receiveUpload } from "./upload.ts";
import type { UploadGate } from "./upload-gate.ts";

type InputSource = {
  spoolFolder: string;
  limits: RateLimits;
  now(): Date;
  gate: UploadGate;
  bounds: BodyBounds;
  me: Me | undefined;
};

/** The input of a handler. `discard` removes the files of an upload. */
type ReadInput = { input: ReturnType<typeof parseInput> & { files?: string[] }; discard(): Promise<void> };

export async function readInput(call: AnyCall, request: FastifyRequest, reading: InputSource): Promise<ReadInput> {
  if (call.kind === "upload" && call.files) return readUpload(call, call.files, request, reading);
  const { params, query, body } = request;
  // Only uploads are multipart. In other calls Fastify lets such a body pass unread, as if there were none, so it is
  // refused here.
  if (/^\s*multipart\//i.test(request.headers["content-type"] ?? "")) fail("VALIDATION_ERROR");
  return { input: parseInput(call, { params, query, body }), discard: async () => {} };
}

async function readUpload(
  call: AnyCall,
  files: FileLimits,
  request: FastifyRequest,
  { spoolFolder, limits, now, gate, bounds, me }: InputSource,
): Promise<ReadInput> {
  const { params, query, headers, ip: address } = request;
  const cut = () => void request.raw.destroy();
  const announced = { memberId: me?.id, address, length: headers["content-length"], cut };
  const leave = gate.enter(announced, files.max * files.maxBytes);
  const receive = async () => {
    // The upload is counted before its body arrives, so that uploads which never end count too.
    const attempt = { me, now: now(), address, device: undefined, body: undefined, files: [] };
    await takeLimits(call.limit, limits, attempt, "entry");
    return receiveUpload(request.raw, spoolFolder, { limits: files, bounds });
  };
  const { upload, refusal, discard } = await receive().finally(leave);
  try {
    if (!upload) throw refusal;
    return { input: { ...parseInput(call, { params, query, body: upload.data }), files: upload.files }, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}
