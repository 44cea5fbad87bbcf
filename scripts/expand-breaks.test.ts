import { describe, expect, test } from "vitest";
import { findExpandBreaks, findLongLocks } from "./expand-breaks.mjs";

const inFile = (text: string) => `await sql\`\n${text}\`.execute(db);`;

describe("an expand step may not", () => {
  test.each([
    ["drop a table", "drop table visit"],
    ["drop a view", "drop view if exists open_profile"],
    ["drop a function", "drop function count_unread()"],
    ["drop a trigger", "drop trigger profile_counts_unread on profile"],
    ["drop an index", "drop index notice_received_index"],
    ["drop a unique constraint, by which rows are found", "alter table notice drop constraint notice_email_key"],
    ["drop a column", "alter table notice drop column words"],
    ["drop a column without saying so", "alter table notice drop words"],
    ["drop a default", "alter table notice alter column state drop default"],
    ["rename a table", "alter table notice rename to complaint"],
    ["rename a column", "alter table notice rename column words to text"],
    ["rename a value of a type", "alter type kind rename value 'a' to 'b'"],
    ["change a type", "alter table notice alter column words type varchar(10)"],
    ["refuse empty values", "alter table notice alter words set not null"],
    ["add a column that must not be empty", "alter table notice add column kind text, add rank int not null"],
    ["add a check", "alter table notice add constraint notice_words check (words <> '')"],
    ["add a unique constraint", "alter table notice add unique (email)"],
    ["add a foreign key", "alter table notice add foreign key (member_id) references member"],
    ["add a unique index", "create unique index notice_email_index on notice (email)"],
    ["revoke a right", "revoke insert on notice from caramelo_app"],
    ["do any of it in a block", "do $$ begin\n drop table notice; end $$"],
    ["write a table anew", "alter table notice add column token uuid not null default gen_random_uuid()"],
    ["write a large table", "update message set text = ''"],
    ["lock a table", "truncate notice"],
    ["build an index on a large table", "create index message_day_index on message (day)"],
    [
      "read a large table under a lock",
      "alter table message add kind text, add constraint message_kind check (kind <> '')",
    ],
  ])("%s", (_, text) => {
    expect(findExpandBreaks(inFile(text))).toHaveLength(1);
  });
});

describe("an expand step may", () => {
  test.each([
    [
      "make a table, with all that belongs to it",
      "create table note (id uuid primary key, text text not null check (text <> '')); create unique index note_index on note (text); alter table note add constraint note_text check (text <> ''); revoke all on note from public; update note set text = 'drop table visit'",
    ],
    ["add a column that may be empty", "alter table notice add column kind text references member"],
    ["add a column with a default", "alter table notice add column kind text not null default ''"],
    [
      "add a rule about a column of its own",
      "alter table notice add column kind text, add constraint notice_kind_check check (kind <> '')",
    ],
    [
      "add a unique index about a column of its own",
      "alter table notice add column kind text; create unique index notice_kind_index on notice (kind)",
    ],
    [
      "put a wider check in the place of a narrow one",
      "alter table account_link drop constraint account_link_kind; alter table account_link add constraint account_link_kind check (kind in ('a', 'b'))",
    ],
    [
      "make a trigger or a function anew",
      "drop trigger a on notice; create trigger a after update on notice for each row execute function b(); create or replace function b() returns trigger language plpgsql as $$ begin delete from message; drop table x; end $$",
    ],
    [
      "drop a check or the need of a value",
      "alter table notice drop constraint notice_kind_check, alter column words drop not null",
    ],
    [
      "make a function that only the product may call",
      "create function f() returns int language sql as $$ select 1 $$; revoke execute on function f from public",
    ],
    [
      "make an index on a large table that may be there",
      "create index if not exists message_day_index on message (day)",
    ],
    ["say something in a comment", "comment on table notice is 'drop table; rename' -- drop table notice"],
  ])("%s", (_, text) => {
    expect(findExpandBreaks(inFile(text))).toEqual([]);
  });
});

test("a contract step may drop and rename, and may not lock a large table either", () => {
  expect(findLongLocks(inFile("alter table profile drop column name"))).toEqual([]);
  expect(findLongLocks(inFile("delete from stream_event where seq < 1"))).toHaveLength(1);
});
