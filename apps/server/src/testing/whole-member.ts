import { recordAccess } from "../features/accounts/record-access.ts";
import { makeMember } from "./people.ts";
import { addAccount } from "./whole-member/account.ts";
import { addModeration, addVerification } from "./whole-member/moderation.ts";
import { addPeople } from "./whole-member/people.ts";
import { addPictures } from "./whole-member/pictures.ts";
import { addPurchases } from "./whole-member/purchases.ts";
import { addRowsTo, at } from "./whole-member/rows.ts";
import { addSettings } from "./whole-member/settings.ts";
import type { World } from "./world.ts";

type Person = { id: string; name: string };
export type FilledMember = {
  id: string;
  email: string;
  name: string;
  others: Record<"friend" | "gone" | "staff", Person>;
};

/** Makes a member with a row in every table in which a member is the holder of rows, each exported column filled. */
export async function fillMember(world: World): Promise<FilledMember> {
  const { owner, context } = world;
  const member = await makeMember(owner, { role: "daddy", name: "Davi" });
  const friend = await makeMember(owner, { name: "Bia Amiga" });
  const goneMember = await makeMember(owner, { name: "Carla Sumida", deactivatedAt: at(0) });
  const staff = await makeMember(owner, { role: "admin", name: "Pessoa Secreta da Equipe" });
  const { id, email } = member;
  const add = addRowsTo(owner);
  await owner
    .updateTable("profile")
    .set({ isVerified: true, hiddenAt: at(1), birthOn: "1990-02-03" })
    .where("memberId", "=", id)
    .execute();
  await addAccount(world, add, { id, email });
  await addSettings(world, add, { id, email, staffId: staff.id });
  await addPurchases(world, add, { id, staffId: staff.id });
  await addPeople(add, { id, friendId: friend.id, goneId: goneMember.id });
  await addModeration(world, add, { id, email, friendId: friend.id, staffId: staff.id });
  await addVerification(world, add, { id, staffId: staff.id });
  await addPictures(world, add, id);
  await recordAccess(context, { memberId: id, address: "203.0.113.77", at: context.clock.now() });
  // A trigger sets it whenever the entitlement changes.
  await owner
    .updateTable("profile")
    .set({ tierUntil: at(3) })
    .where("memberId", "=", id)
    .execute();
  const others = {
    friend: { id: friend.id, name: "Bia Amiga" },
    gone: { id: goneMember.id, name: "Carla Sumida" },
    staff: { id: staff.id, name: "Pessoa Secreta da Equipe" },
  };
  return { id, email, name: "Davi", others };
}
