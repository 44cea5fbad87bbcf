import type { DiscoveryFilter } from "@caramelo/contract/discovery/filter";
import { describe, expect, test } from "vitest";
import { removeUnconfirmedAccount } from "../../base/members/member-queries.ts";
import { openLiveSocket } from "../../testing/live-socket.ts";
import { makeMember } from "../../testing/people.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";
import { changeFilter } from "./queries.ts";

const world = await openWorld();
const SAO_PAULO = 3_550_308;

type Person = Awaited<ReturnType<typeof makeSignedIn>>;
const read = async ({ browser }: Person) => (await browser.api.accounts.session()).body.user?.discoveryFilter;
const save = ({ browser }: Person, body: DiscoveryFilter) => browser.api.discovery.saveFilter({ body });

describe("the remembered filter", () => {
  test("[D3.32] is nothing before the first one, and then the last one that was saved", async () => {
    const ana = await makeSignedIn(world);
    expect(await read(ana)).toBeNull();
    const whole: DiscoveryFilter = {
      ageMin: 25,
      ageMax: 60,
      cityId: SAO_PAULO,
      distanceKm: 50,
      role: "daddy",
      verified: "1",
      presence: "recent",
    };
    expect((await save(ana, whole)).status).toBe(200);
    expect(await read(ana)).toEqual(whole);
    await save(ana, { ageMin: 18, ageMax: 60 });
    expect(await read(ana)).toEqual({ ageMin: 18, ageMax: 60 });
    await save(ana, {});
    expect(await read(ana)).toEqual({});
  });

  test("[D3.32] is the member's own, on all of their devices", async () => {
    const [ana, eva] = [await makeSignedIn(world), await makeSignedIn(world)];
    const live = await openLiveSocket(ana.browser);
    await save(ana, { verified: "1" });
    expect(await live.waitFor("changed")).toEqual([{ event: "changed", what: "self" }]);
    expect(await read(eva)).toBeNull();
  });

  test("[D3.32] goes with an account that is removed", async () => {
    const { id, email } = await makeMember(world.owner, { awaitsConfirmation: true });
    await changeFilter(world.owner, id, { verified: "1" }, new Date());
    await removeUnconfirmedAccount(world.db, email);
    const rows = await world.owner.selectFrom("discoveryFilter").where("memberId", "=", id).selectAll().execute();
    expect(rows).toEqual([]);
  });

  test("is left out when it was stored in a form that is not known any more", async () => {
    const ana = await makeSignedIn(world);
    await save(ana, {});
    const filter = JSON.stringify({ shoeSize: 38 });
    await world.owner.updateTable("discoveryFilter").set({ filter }).where("memberId", "=", ana.id).execute();
    expect(await read(ana)).toBeNull();
  });

  test.each([
    ["ageMax", { ageMin: 40, ageMax: 40 }],
    ["ageMin", { ageMin: 17 }],
    ["ageMax", { ageMax: 99 }],
    ["cityId", { cityId: 1 }],
    ["distanceKm", { distanceKm: 12 }],
  ])("[K5.03][K5.04] is refused at %s when it makes no sense: %o", async (field, body) => {
    const ana = await makeSignedIn(world);
    const { status, failure } = await save(ana, body);
    expect([status, failure.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(Object.keys(failure.details?.fields ?? {})).toEqual([field]);
    expect(await read(ana)).toBeNull();
  });
});
