// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ApiError } from "./api.ts";
import { useLinkCheck } from "./use-link-check.ts";

afterEach(cleanup);

const check = (token: string | null | undefined, ask: (token: string) => Promise<string>) =>
  renderHook((props: { token: string | null | undefined }) => useLinkCheck(props.token, ask, "CLAIM_LINK_INVALID"), {
    initialProps: { token },
  });
const settle = () => act(async () => {});

test("a link is checked once its secret is known, and an address without one is refused", async () => {
  const askedTokens: string[] = [];
  const { result, rerender } = check(undefined, async (token) => `${askedTokens.push(token)} ${token}`);
  await settle();
  expect([result.current.check, askedTokens]).toEqual([{ state: "checking" }, []]);
  rerender({ token: "secret" });
  await settle();
  expect(result.current.check).toEqual({ state: "open", answer: "1 secret" });
  rerender({ token: null });
  expect(result.current.check).toEqual({ state: "refused" });
});

test("a link that the server does not accept is refused, and any other failure can be tried again", async () => {
  const failures = [new TypeError("Failed to fetch"), new ApiError("CLAIM_LINK_INVALID", "Convite inválido")];
  const { result } = check("secret", async () => {
    throw failures.shift();
  });
  await settle();
  expect(result.current.check).toEqual({ state: "failed", error: new TypeError("Failed to fetch") });
  act(() => result.current.retry());
  expect(result.current.check).toEqual({ state: "checking" });
  await settle();
  expect(result.current.check).toEqual({ state: "refused" });
});

test("the answer about an earlier link is not shown for the next one", async () => {
  const first = Promise.withResolvers<string>();
  const { result, rerender } = check("first", (token) => (token === "first" ? first.promise : Promise.resolve(token)));
  rerender({ token: "second" });
  await settle();
  first.resolve("first");
  await settle();
  expect(result.current.check).toEqual({ state: "open", answer: "second" });
});
