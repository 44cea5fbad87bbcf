import { contract } from "@caramelo/contract/contract";
import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import { isOppositeSide } from "../../../base/members/rules.ts";
import { isPayer } from "../../../base/money/premium-rules.ts";
import { visibleIdFor } from "../../../base/pairs/visible-rules.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { presentationFor } from "../../member-cards/commands.ts";
import { personFrom, presentCard } from "../../member-cards/rules.ts";
import { findPairFacts } from "../../messaging/queries/pairs.ts";
import { needsUpgrade } from "../../messaging/rules/judge.ts";
import { listPhotos } from "../../photos/queries.ts";
import { presentPhoto } from "../../photos/rules.ts";
import { recordReading } from "../../staff-watch/commands.ts";
import { findProfile } from "../queries.ts";
import { maySeeProfile, pickAbout, statusOf } from "../rules.ts";

export const read = handle(contract.profiles.read, async ({ params, me, ...context }) => {
  const { db, clock, photoLinks, profileAllowance } = context;
  const now = clock.now();
  const profile = await findProfile(db, params.id, me.id, now);
  const id = profile && visibleIdFor(me, profile);
  if (!profile || !id || !maySeeProfile(me, profile)) fail("NOT_FOUND");
  if (me.isAdmin) await recordReading(context, me, id);
  if (!profile.hasConversation) await profileAllowance.takeOne(me, id, now);

  const presentation = presentationFor(me, { now, photoLinks });
  const { photo: _, ...card } = presentCard(personFrom({ ...profile, id }, now), presentation);
  const photos = await listPhotos(db, id);
  return {
    ...card,
    ...pickAbout(profile),
    memberSince: Number(dayInBrazil(profile.createdAt).slice(0, 4)),
    photos: photos.map((photo) => presentPhoto(photo, presentation)),
    isOppositeSide: isOppositeSide(me.role, profile.role),
    needsUpgrade: isPayer(me.role) && needsUpgrade(await findPairFacts(db, { senderId: me.id, recipientId: id }, now)),
    staff: me.isAdmin ? { status: statusOf(profile) } : null,
  };
});
