import { expect, test } from "vitest";
import { asksForPrimary, connectionUrl, listHosts, onHosts, withDatabase } from "./connection-url.ts";

const parts = { host: "127.0.0.1", port: 5432, user: "postgres", password: "a/b:c@d?e#f%", database: "caramelo" };

test("a connection URL keeps a password with any characters", () => {
  const url = new URL(connectionUrl(parts));
  expect(decodeURIComponent(url.password)).toBe(parts.password);
  expect([url.hostname, url.port, url.pathname, url.username]).toEqual(["127.0.0.1", "5432", "/caramelo", "postgres"]);
});

test("a connection URL names the folder of a socket in its query", () => {
  const url = new URL(connectionUrl({ ...parts, host: "/tmp/a b" }));
  expect(url.searchParams.get("host")).toBe("/tmp/a b");
});

test("withDatabase changes only the database", () => {
  expect(withDatabase(parts, "other")).toEqual({ ...parts, database: "other" });
  const givenUrl = { connectionString: "postgres://u:p@h:1/one?sslmode=require" };
  expect(withDatabase(givenUrl, "two")).toEqual({ connectionString: "postgres://u:p@h:1/two?sslmode=require" });
});

test("another database of several servers is on the same servers", () => {
  const connectionString =
    "postgres://u:p%40@one:5432,[::1]:5433,two/first?target_session_attrs=read-write&sslmode=require";
  expect(withDatabase({ connectionString }, "second")).toEqual({
    connectionString:
      "postgres://u:p%40@one:5432,[::1]:5433,two/second?target_session_attrs=read-write&sslmode=require",
  });
});

test("the hosts of a URL are listed, and each can stand alone in it", () => {
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
