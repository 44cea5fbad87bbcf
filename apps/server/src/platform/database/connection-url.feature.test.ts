import { expect, test } from "vitest";
import { connectionUrl, withDatabase } from "./connection-url.ts";

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
