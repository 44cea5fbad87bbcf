import { expect, test } from "vitest";
import { asksForPrimary, listHosts, onHosts } from "./list-hosts.ts";

test("the hosts of a URL are listed, and each can be its only host", () => {
  const url = "postgresql://u:p@one:5432,two:5433/db?target_session_attrs=primary";
  expect(listHosts(url)).toEqual(["one:5432", "two:5433"]);
  expect(onHosts(url, ["two:5433"])).toBe("postgresql://u:p@two:5433/db?target_session_attrs=primary");
  expect(listHosts("postgres:///db?host=/tmp")).toEqual([""]);
  expect(listHosts("not an address")).toEqual([""]);
});

test("only read-write and primary ask for the server that accepts writes", () => {
  const asks = (query: string) => asksForPrimary(`postgres://one,two/db${query}`);
  expect(["?target_session_attrs=read-write", "?a=b&target_session_attrs=primary&c=d"].map(asks)).toEqual([true, true]);
  expect(["", "?target_session_attrs=any", "?target_session_attrs=read-only"].map(asks)).toEqual([false, false, false]);
});
