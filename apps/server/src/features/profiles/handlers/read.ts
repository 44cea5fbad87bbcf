import { contract } from "@caramelo/contract/contract";
import { dayInBrazil } from "../../../platform/calendar-rules.ts";
import { cityLabelOf, distanceKm, getCity } from "../../../platform/cities/cities.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { listPhotos } from "../../photos/queries.ts";
import { findProfile } from "../queries.ts";
import { isOppositeSide, maySeeProfile, presentCard, presentPhoto, statusOf } from "../rules.ts";
import { noteVisit } from "./note-visit.ts";

export const read = handle(contract.profiles.read, async ({ params, me, ...context }) => {
  const { db, photoLinks } = context;
  await context.limits.views.take(me.id);
  const now = context.clock.now();
  const profile = await findProfile(db, params.id, me.id, now);
  if (!profile || !maySeeProfile(me, profile)) fail("NOT_FOUND");

  const showing = { viewerCityId: me.cityId, now, today: dayInBrazil(now), photoLinks, cityLabelOf };
  const { photo: _, ...card } = presentCard(profile, showing);
  const [photos] = await Promise.all([listPhotos(db, profile.id), noteVisit(context, me, profile.id)]);
  return {
    ...card,
    bio: profile.bio,
    lookingFor: profile.lookingFor,
    memberSince: Number(dayInBrazil(profile.createdAt).slice(0, 4)),
    photos: photos.map((photo) => presentPhoto(photo, showing)),
    distanceKm: distanceBetween(me, profile),
    isOppositeSide: isOppositeSide(me.role, profile.role),
    staff: me.isAdmin ? { status: statusOf(profile) } : null,
  };
});

/** From city to city, so that it tells no more than the two names do. */
function distanceBetween(
  viewer: { cityId: number | null },
  profile: { cityId: number; isWildcardCity: boolean },
): number | null {
  if (viewer.cityId === null || profile.isWildcardCity) return null;
  return distanceKm(getCity(viewer.cityId), getCity(profile.cityId));
}
