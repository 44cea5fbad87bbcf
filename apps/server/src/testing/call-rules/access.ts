import type { AnyCall } from "@caramelo/contract/call/call";
import { type ErrorCode, errorCatalogue } from "@caramelo/contract/call/errors";
import { expect } from "vitest";
import { CALLERS, type Caller, openCaller, refusalFor } from "../access-matrix/callers.ts";
import { type Outcome, readOutcome } from "../access-matrix/outcome.ts";
import type { listRefusals } from "../access-matrix/refusals.ts";
import { JSON_TYPE, sampleInput, sendInput } from "../access-matrix/sample-input.ts";
import type { World } from "../world.ts";
import type { CallRules } from "./rule.ts";

type Browser = ReturnType<World["browser"]>;

const toOutcome = (code: ErrorCode): Outcome => ({ status: errorCatalogue[code].status, code });

/** Sends rubbish in the path of a call, or as its body. */
function sendRubbish({ raw }: Browser, call: AnyCall): Promise<Response> {
  const input = sampleInput(call);
  const rubbish = Object.fromEntries(Object.keys(input.params).map((key) => [key, "x"]));
  const path = call.path.replace(/:(\w+)/g, (_, key: string) => String((call.body ? input.params : rubbish)[key]));
  const address = `/api${path}${call.body || call.params ? "" : "?x=1"}`;
  return raw(address, { method: call.method, ...(call.body && { body: "{", headers: JSON_TYPE }) });
}

/** Sends a call what it must refuse: a read with a field that it does not know, a write from another site. */
function sendForbidden({ raw }: Browser, call: AnyCall): Promise<Response> {
  const sendElsewhere: typeof raw = (path, init) =>
    raw(path, { ...init, headers: { ...init?.headers, origin: "https://elsewhere.example" } });
  const unknownField: typeof raw = (path) => raw(`${path}${path.includes("?") ? "&" : "?"}nonsense=1`);
  return sendInput(call.method === "GET" ? unknownField : sendElsewhere, call, sampleInput(call));
}

/** What each call must refuse. `refusals` are attempts that the calls' own rules refuse. */
export function listAccessRules(world: World, refusals: ReturnType<typeof listRefusals>): CallRules {
  const openBrowserOf = async (caller: Caller): Promise<Browser> => (await openCaller(world, caller)).browser;
  const openLetIn = (call: AnyCall) =>
    openBrowserOf(CALLERS.find((caller) => refusalFor(call, caller) === undefined) ?? "guest");
  // One browser of each caller, for requests that change nothing.
  const browsers = new Map<Caller, Browser>();
  const shareBrowserOf = async (caller: Caller): Promise<Browser> => {
    const browser = browsers.get(caller) ?? (await openBrowserOf(caller));
    browsers.set(caller, browser);
    return browser;
  };

  return {
    "[T05] judges rubbish of every caller by access first": async ({ call }) => {
      for (const caller of CALLERS) {
        const { code } = await readOutcome(await sendRubbish(await shareBrowserOf(caller), call));
        const expectedCode = refusalFor(call, caller) ?? (call.kind === "stream" ? code : "VALIDATION_ERROR");
        expect({ caller, code }).toEqual({ caller, code: expectedCode });
        expect(code).toMatch(/^[A-Z_]+$/);
      }
    },

    "refuses what it must, in a way that it declares": async ({ name, call }) => {
      const ofRead = call.kind === "stream" ? "NOT_FOUND" : "VALIDATION_ERROR";
      const outcome = await readOutcome(await sendForbidden(await openLetIn(call), call));
      expect(outcome).toEqual(toOutcome(call.method === "GET" ? ofRead : "PERMISSION_DENIED"));

      const refusal = refusals[name];
      if (!refusal) return;
      expect(await refusal.attempt(await openLetIn(call))).toEqual(toOutcome(refusal.code));
      expect([...call.errors, "VALIDATION_ERROR"]).toContain(refusal.code);
    },
  };
}
