import { expect, test } from "vitest";
import { makeCase } from "../../testing/moderation.ts";
import { sendConfirmedNotice } from "../../testing/notices.ts";
import { makeMember } from "../../testing/people.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();
const DAY = 86_400_000;

const listEntries = (column: "subjectId" | "actorId", id: string) =>
  world.owner
    .selectFrom("auditEntry")
    .where(column, "=", id)
    .orderBy("id")
    .select(["action", "actorId", "details"])
    .execute();

test("[D5.21] opening a case with its evidence is recorded with the person of the staff, once a day and person", async () => {
  const [bia, caio] = [
    await makeSignedIn(world, { role: "admin" }),
    await makeSignedIn(world, { role: "admin", staffRole: "moderator" }),
  ];
  const { id } = await makeMember(world.owner);
  const caseId = await makeCase(world, id);
  const open = ({ browser }: typeof bia) => browser.api.moderation.staffCase({ params: { id: caseId } });
  for (const member of [bia, bia, caio]) expect((await open(member)).status).toBe(200);
  const entry = (actorId: string) => ({
    action: "report.opened",
    actorId,
    details: { case: caseId, day: expect.any(String) },
  });
  expect(await listEntries("subjectId", id)).toEqual([entry(bia.id), entry(caio.id)]);
  world.pass(DAY);
  await open({ ...caio, browser: (await makeSignedIn(world, { role: "admin" })).browser });
  expect(await listEntries("subjectId", id)).toHaveLength(3);
});

test("[D5.21] an export of orders is recorded with their number", async () => {
  const { id, browser } = await makeSignedIn(world, { role: "admin" });
  expect((await browser.raw("/api/admin/orders.csv")).status).toBe(200);
  expect(await listEntries("actorId", id)).toEqual([{ action: "orders.exported", actorId: id, details: { count: 0 } }]);
});

test("[D5.21] an automatic hide by a notice is recorded, with the system as its actor", async () => {
  const { id } = await makeMember(world.owner);
  const address = `${world.context.site.origin}/perfil/${id}`;
  expect((await sendConfirmedNotice(world, address, { kind: "minor" })).status).toBe(200);
  expect(await listEntries("subjectId", id)).toEqual([
    { action: "notice.hidden", actorId: null, details: { notice: expect.any(String) } },
  ]);
});
