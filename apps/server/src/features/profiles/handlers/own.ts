import { fieldTexts } from "@caramelo/contract/call/errors";
import { contract } from "@caramelo/contract/contract";
import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import { changeProfile, leaveWildcardCity as leave } from "../../../base/members/profile-queries.ts";
import { cityLabelOf, findCity } from "../../../platform/cities/cities.ts";
import type { Context } from "../../../platform/context.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { listPhotos } from "../../photos/queries.ts";
import { judgeName } from "../name-rules.ts";
import { getOwnProfile } from "../queries.ts";
import { isStored, presentOwn, restateAge } from "../rules.ts";

export const mine = handle(contract.profiles.mine, async ({ me, ...context }) => present(context, me.id));

export const change = handle(contract.profiles.change, async ({ body, me, ...context }) => {
  if (me.isAdmin) fail("PERMISSION_DENIED");
  if (!findCity(body.cityId)) fail("VALIDATION_ERROR", { fields: { cityId: fieldTexts.locationRequired } });
  const name = judgeName(body.name);
  if (name !== undefined) fail("VALIDATION_ERROR", { fields: { name } });
  const { age, updatedAt, ...fields } = body;
  const now = context.clock.now();
  const ownProfile = await getOwnProfile(context.db, me.id);
  const stated = restateAge(age, ownProfile, dayInBrazil(now));
  // A form sent again because its answer was lost matches what is stored, so it overwrites nothing.
  if (!stated && isStored(fields, ownProfile)) return present(context, me.id);
  const isChanged = await changeProfile(context.db, me.id, { ...fields, ...stated }, now, updatedAt);
  if (!isChanged) fail("USER_CHANGED");
  return present(context, me.id);
});

export const leaveWildcardCity = handle(contract.profiles.leaveWildcardCity, async ({ me, ...context }) => {
  await leave(context.db, me.id, context.clock.now());
  return present(context, me.id);
});

async function present({ db, clock, photoLinks }: Pick<Context, "db" | "clock" | "photoLinks">, memberId: string) {
  const now = clock.now();
  const profile = await getOwnProfile(db, memberId);
  const photos = await listPhotos(db, memberId);
  const joinedOn = dayInBrazil(profile.createdAt);
  return presentOwn(profile, photos, { now, today: dayInBrazil(now), joinedOn, photoLinks, cityLabelOf });
}
