import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { openWorld } from "../../testing/world.ts";
import { listenTo } from "./listen.ts";

const world = await openWorld();
const connection = { connectionString: world.connectionString };
const announce = (channel: string, text = "") => sql`select pg_notify(${channel}, ${text})`.execute(world.db);

test("an announcement arrives once its transaction has committed, and not when it was rolled back", async () => {
  const onNews = vi.fn();
  const { stop } = await listenTo(connection, { channel: "a channel", onNews });
  expect(onNews).toHaveBeenCalledTimes(1);
  await world.db
    .transaction()
    .execute(async (trx) => {
      await sql`select pg_notify('a channel', '')`.execute(trx);
      throw new Error("rolled back");
    })
    .catch(() => {});
  await announce("another channel");
  await announce("a channel", "what it is about");
  await vi.waitFor(() => expect(onNews.mock.calls).toEqual([[], ["what it is about"]]));
  await stop();
});

test("a lost connection is opened again, and counts as news because some may have been missed", async () => {
  const [onNews, onLost] = [vi.fn(), vi.fn()];
  const { stop } = await listenTo(connection, { channel: "lost", onNews, onLost, retryMs: 1 });
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'listen%'`.execute(world.owner);
  await vi.waitFor(() => expect(onNews).toHaveBeenCalledTimes(2));
  expect(onLost).toHaveBeenCalledTimes(1);
  await announce("lost");
  await vi.waitFor(() => expect(onNews).toHaveBeenCalledTimes(3));
  await stop();
  await announce("lost");
  expect(onNews).toHaveBeenCalledTimes(3);
});
