import { type ErrorCode, errorCatalogue, fieldWords } from "@caramelo/contract/call/errors";
import { expect } from "vitest";
import type { Failure } from "./browser.ts";
import { sweepUp, takeStock } from "./leftovers.ts";
import type { World } from "./world.ts";

const KEYS = ["code", "message", "userMessage", "requestId", "details"];

/** Asserts that the answer is this entry of the catalogue, in JSON, and reveals nothing else. */
export async function expectCatalogueEntry(response: Response, code: ErrorCode): Promise<Failure> {
  const text = await response.text();
  const body = JSON.parse(text);
  const message = code.toLowerCase().replaceAll("_", " ");
  expect(body).toMatchObject({ code, message, userMessage: errorCatalogue[code].text, requestId: expect.any(String) });
  expect(response.status).toBe(errorCatalogue[code].status);
  expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.getSetCookie()).toEqual([]);
  expect(KEYS).toEqual(expect.arrayContaining(Object.keys(body)));
  // The answer may contain only our own texts: no stack, no path, no text of a library.
  expect([...fieldWords]).toEqual(expect.arrayContaining(Object.values(body.details?.fields ?? {})));
  return body;
}

/** Asserts the refusal, and that it left nothing behind: no row, no waiting file and, after the sweep, no object. */
export async function expectRefusal(world: World, attempt: () => Promise<Response>, code: ErrorCode): Promise<Failure> {
  const [before, storedFiles] = [await takeStock(world), await sweepUp(world)];
  const failure = await expectCatalogueEntry(await attempt(), code);
  expect(await takeStock(world)).toEqual(before);
  expect(await sweepUp(world)).toEqual(storedFiles);
  return failure;
}
