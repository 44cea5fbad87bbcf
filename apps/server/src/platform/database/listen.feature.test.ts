import { connect } from "node:net";
import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { PATIENT } from "../../testing/patience.ts";
import { openSocketRelay } from "../../testing/socket-relay.ts";
import { openWorld } from "../../testing/world.ts";
import { listenTo } from "./listen.ts";

const world = await openWorld();
const connection = { connectionString: world.connectionString };
const announce = (channel: string, text = "") => sql`select pg_notify(${channel}, ${text})`.execute(world.db);

test("an announcement arrives once its transaction has committed, and not when it was rolled back", async () => {
  const onAnnouncement = vi.fn();
  const { stop } = await listenTo(connection, { channel: "a channel", onAnnouncement });
  expect(onAnnouncement).toHaveBeenCalledTimes(1);
  await world.db
    .transaction()
    .execute(async (trx) => {
      await sql`select pg_notify('a channel', '')`.execute(trx);
      throw new Error("rolled back");
    })
    .catch(() => {});
  await announce("another channel");
  await announce("a channel", "what it is about");
  await vi.waitFor(() => expect(onAnnouncement.mock.calls).toEqual([[], ["what it is about"]]), PATIENT);
  await stop();
});

test("a lost connection is opened again, and counts as an announcement because some may have been missed", async () => {
  const [onAnnouncement, onLost] = [vi.fn(), vi.fn()];
  const { stop } = await listenTo(connection, { channel: "lost", onAnnouncement, onLost, retryMs: 1 });
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'listen%'`.execute(world.owner);
  await vi.waitFor(() => expect(onAnnouncement).toHaveBeenCalledTimes(2), PATIENT);
  expect(onLost).toHaveBeenCalledTimes(1);
  await announce("lost");
  await vi.waitFor(() => expect(onAnnouncement).toHaveBeenCalledTimes(3), PATIENT);
  await stop();
  await announce("lost");
  expect(onAnnouncement).toHaveBeenCalledTimes(3);
});

test("a connection on which listening is refused is closed", async () => {
  // No channel has an empty name.
  await expect(listenTo(connection, { channel: "", onAnnouncement: vi.fn() })).rejects.toMatchObject({ code: "42601" });
  await vi.waitFor(async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and query = 'listen ""'`.execute(world.owner);
    expect(rows).toEqual([]);
  });
});

test("a listener that stops while the connection is opened again does not wait for it", async () => {
  const target = new URL(world.connectionString);
  const folder = target.searchParams.get("host");
  let isSilent = false;
  const refusals: (() => void)[] = [];
  const relay = await openSocketRelay(() => {
    if (isSilent) {
      return new Promise((resolve) => refusals.push(() => resolve(undefined)));
    }
    return folder ? connect(`${folder}/.s.PGSQL.${target.port}`) : connect(Number(target.port), target.hostname);
  });
  onTestFinished(() => {
    for (const refuse of refusals) refuse();
    return relay.close();
  });
  const address = new URL(target);
  address.searchParams.delete("host");
  address.hostname = "127.0.0.1";
  address.port = String(relay.port);
  const [onAnnouncement, onLost] = [vi.fn(), vi.fn()];
  const listener = await listenTo(
    { connectionString: address.href },
    // Only the stop ends an attempt to connect.
    { channel: "stopped", onAnnouncement, onLost, retryMs: 1, connectWithinMs: 0 },
  );
  isSilent = true;
  relay.endAll();
  await vi.waitFor(() => expect(refusals).toHaveLength(1), PATIENT);
  expect(onLost).toHaveBeenCalledOnce();
  await listener.stop();
  expect(refusals).toHaveLength(1);
  expect(onAnnouncement).toHaveBeenCalledOnce();
});
