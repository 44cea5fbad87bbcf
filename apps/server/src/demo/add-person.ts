import { addMember } from "../features/accounts/queries.ts";
import { addLedgerEntries } from "../features/billing/queries.ts";
import { addStream } from "../features/messaging/queries/streams.ts";
import { addPhotoObjects, addPhotos } from "../features/photos/queries.ts";
import { addPulses } from "../features/presence/queries.ts";
import { addProfile, refreshTiers } from "../features/profiles/queries.ts";
import { changeSettings } from "../features/settings/queries.ts";
import { dayInBrazil } from "../platform/calendar-rules.ts";
import type { Context } from "../platform/context.ts";
import type { Db } from "../platform/database/database.ts";
import { uuidv7 } from "../platform/ids.ts";
import { storePhotos } from "../platform/photo-store.ts";
import type { Person } from "./people.ts";
import type { PortraitStudio } from "./portraits/portrait-studio.ts";

/** `db` with the rights of the database's owner: the product itself may not say who is a demo member. */
export type DemoContext = Pick<Context, "db" | "clock" | "storage">;

const MINUTE = 60_000;

/**
 * Makes a demo member with their photos, all or nothing: whoever can be seen has a face. They are no persons, so nobody
 * gave a consent, and none is made up.
 */
export async function addPerson(
  context: DemoContext,
  studio: PortraitStudio,
  person: Person,
  passwordHash: string,
): Promise<string> {
  const now = context.clock.now();
  const joinedAt = new Date(now.getTime() - person.joinedAgo * MINUTE);
  const id = uuidv7(joinedAt);
  const photos = await Promise.all(person.album.map((portrait) => studio.develop(portrait)));
  const stored = await storePhotos(context, id, photos, (names, at) => addPhotoObjects(context.db, names, at));
  await context.db.transaction().execute(async (trx) => {
    await addMember(trx, { id, email: person.email, passwordHash, createdAt: joinedAt, updatedAt: joinedAt });
    await addProfile(trx, profileOf(person, id, joinedAt, now));
    await addLedgerEntries(trx, ledgerOf(person, id, joinedAt, now));
    await addStream(trx, id);
    await addPhotos(
      trx,
      stored.map((photo, position) => ({ ...photo, id: uuidv7(now), memberId: id, position, createdAt: joinedAt })),
    );
    await addPresence(trx, person, id, now);
    await changeSettings(trx, id, { offersAvailability: true }, now);
    await refreshTiers(trx, [id], now);
  });
  return id;
}

function profileOf(person: Person, memberId: string, joinedAt: Date, now: Date) {
  const { role, name, age, cityId, bio, lookingFor, isVerified, isWildcardCity, standing } = person;
  return {
    memberId,
    role,
    gender: role === "daddy" ? ("Masculino" as const) : ("Feminino" as const),
    name,
    // Stated today, so that everybody has the age that was drawn, however long ago they joined.
    statedAge: age,
    ageStatedOn: dayInBrazil(now),
    cityId,
    bio,
    lookingFor,
    isVerified,
    isWildcardCity,
    isDemo: true,
    isManaged: standing === "managed",
    suspendedAt: standing === "suspended" ? now : null,
    deactivatedAt: standing === "deactivated" ? now : null,
    createdAt: joinedAt,
    updatedAt: joinedAt,
  };
}

/** What a member may use has its entry, as if it had been bought; the provider says that nobody paid. */
function ledgerOf(person: Person, memberId: string, joinedAt: Date, now: Date) {
  const { role, paidPlaceEndsIn, tokens } = person;
  const entry = { memberId, provider: "demo" };
  const opening = { ...entry, id: uuidv7(joinedAt), kind: "opening" as const, writtenAt: joinedAt };
  const ends = new Date(now.getTime() + (paidPlaceEndsIn ?? 0) * MINUTE);
  const place = {
    ...entry,
    id: uuidv7(joinedAt),
    kind: "purchase" as const,
    providerObjectId: `${memberId}/place`,
    ...(role === "baby" ? { highlightedUntil: ends } : { premiumUntil: ends }),
    writtenAt: joinedAt,
  };
  const bought = { ...entry, id: uuidv7(now), kind: "purchase" as const, providerObjectId: `${memberId}/tokens` };
  return [
    { ...opening, provider: "caramelo", providerObjectId: memberId },
    ...(paidPlaceEndsIn === undefined ? [] : [place]),
    ...(tokens === 0 ? [] : [{ ...bought, tokens, conversations: tokens / TOKENS_A_CONVERSATION, writtenAt: now }]),
  ];
}

// A purchase of 100 tokens brings 10 conversations.
const TOKENS_A_CONVERSATION = 10;

/** Demo members have no browser: who is online at first falls back within minutes, as anybody would. */
async function addPresence(trx: Db, { activeAgo, standing }: Person, memberId: string, now: Date): Promise<void> {
  if (activeAgo === undefined || standing !== "active") return;
  await addPulses(trx, [{ memberId, at: new Date(now.getTime() - activeAgo * MINUTE) }]);
}
