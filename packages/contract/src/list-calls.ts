import type { AnyCall } from "./call/call.ts";
import { contract } from "./contract.ts";

/** Every call, by its name, such as "billing.order". */
export const listCalls = (
  groups: Record<string, Record<string, AnyCall>> = contract,
): [name: string, call: AnyCall][] =>
  Object.entries(groups).flatMap(([feature, calls]) =>
    Object.entries(calls).map(([name, call]): [string, AnyCall] => [`${feature}.${name}`, call]),
  );
