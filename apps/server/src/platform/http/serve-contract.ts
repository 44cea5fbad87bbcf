import type { AnyCall } from "@caramelo/contract/call/call";
import type { FastifyInstance } from "fastify";
import { assertCall } from "./assert-call.ts";
import { boundsOfBody } from "./body-bounds.ts";
import { addBodyParsers } from "./body-parsers.ts";
import type { HandlersOf } from "./handlers-of.ts";
import { type AnyHandler, type ServerDeps, serveCall } from "./serve-call.ts";
import { openUploadGate } from "./upload-gate.ts";

/** Registers every call of the contract, and nothing else, below /api. */
export function serveContract<T extends Record<string, Record<string, AnyCall>>, Context extends object>(
  app: FastifyInstance,
  contract: T,
  handlers: HandlersOf<T, Context>,
  deps: ServerDeps<Context>,
): void {
  addBodyParsers(app);
  const gate = openUploadGate();
  for (const [feature, calls] of Object.entries(contract)) {
    // The cast holds because `HandlersOf` has one handler for each call; TypeScript cannot follow the two string keys.
    const group = handlers[feature] as unknown as Record<string, AnyHandler<Context> | undefined> | undefined;
    for (const name of Object.keys(group ?? {}))
      if (!Object.hasOwn(calls, name)) throw new Error(`no call: ${feature}.${name}`);
    for (const [name, call] of Object.entries(calls)) {
      const where = `${feature}.${name}`;
      assertCall(call, where);
      const bounds = boundsOfBody(call.body, `${where}.body`);
      const handler = group?.[name];
      if (!handler) throw new Error(`no handler: ${where}`);
      serveCall(app, call, handler, { ...deps, name: where, gate, bounds });
    }
  }
}
