import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import { addAuditEntry } from "../base/audit/queries.ts";
import { addMember, changeSettings } from "../base/members/member-queries.ts";
import { addProfile } from "../base/members/profile-queries.ts";
import { addStream } from "../base/members/stream-queries.ts";
import { refreshTiers } from "../base/money/commands.ts";
import { openLedger } from "../base/money/ledger-queries.ts";
import { giveConsents } from "../features/personal-data/commands.ts";
import { listGivenKinds } from "../features/personal-data/consent-rules.ts";
import { addPhotoObjects } from "../features/photos/object-queries.ts";
import { addPhotos } from "../features/photos/queries.ts";
import { addPings } from "../features/presence/queries.ts";
import { pickAbout } from "../features/profiles/rules.ts";
import type { Context } from "../platform/context.ts";
import type { Db } from "../platform/database/database.ts";
import { randomId, uuidv7 } from "../platform/ids.ts";
import { PRODUCT_NAME } from "../platform/product-name.ts";
import { storePhotos } from "../platform/storage/photo-store.ts";
import { addPurchases } from "./add-purchases.ts";
import type { Person } from "./people.ts";
import type { PortraitStudio } from "./portraits/portrait-studio.ts";

/**
 * `db` has the rights of the database's owner, because the product's own role may not mark a member as a demo member.
 */
export type DemoContext = Pick<Context, "db" | "clock" | "storage" | "documentVault">;

const MINUTE = 60_000;

/** Adds a demo member with all photos and the consents of a sign-up, or nothing: no visible member lacks a photo. */
export async function addPerson(
  context: DemoContext,
  studio: PortraitStudio,
  person: Person,
  passwordHash: string,
): Promise<string> {
  const now = context.clock.now();
  const joinedAt = new Date(now.getTime() - person.joinedAgo * MINUTE);
  const id = randomId();
  const photos = await Promise.all(person.album.map((portrait) => studio.develop(portrait)));
  const storedPhotos = await storePhotos(context, id, photos, (names, at) => addPhotoObjects(context.db, names, at));
  await context.db.transaction().execute(async (trx) => {
    await addMember(trx, { id, email: person.email, passwordHash, createdAt: joinedAt, updatedAt: joinedAt });
    await addProfile(trx, profileOf(person, id, joinedAt, now));
    await openLedger(trx, { id: uuidv7(joinedAt), memberId: id, provider: PRODUCT_NAME }, joinedAt);
    await addPurchases(trx, id, person.purchases, now);
    if (person.isVerified) await addAuditEntry(trx, verificationOf(id, joinedAt, now));
    await addStream(trx, id);
    await giveConsents(trx, id, listGivenKinds(false), now);
    await addPhotos(
      trx,
      storedPhotos.map((photo, position) => ({
        ...photo,
        id: randomId(),
        memberId: id,
        position,
        createdAt: joinedAt,
      })),
    );
    await addPresence(trx, person, id, now);
    await changeSettings(trx, id, { offersAvailability: true }, now);
    await refreshTiers(trx, [id], now);
  });
  return id;
}

function profileOf(person: Person, memberId: string, joinedAt: Date, now: Date) {
  const { role, name, age, cityId, isVerified, isWildcardCity, standing } = person;
  return {
    memberId,
    role,
    gender: role === "daddy" ? ("Masculino" as const) : ("Feminino" as const),
    name,
    // The age was stated today, so that it stays the drawn age, however long ago the member joined.
    statedAge: age,
    ageStatedOn: dayInBrazil(now),
    cityId,
    ...pickAbout(person),
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

const DAYS_TO_VERIFY = 2;

/** The audit entry of the badge: the staff gave it, some days after the member had joined. */
function verificationOf(subjectId: string, joinedAt: Date, now: Date) {
  const at = new Date(Math.min(joinedAt.getTime() + DAYS_TO_VERIFY * 1440 * MINUTE, now.getTime()));
  return { at, actorId: null, action: "profile.verified", subjectId, details: { by: "team", isDemo: true } };
}

/** Adds the last activity. Demo members have no browser, so those who are online at first go offline within minutes. */
async function addPresence(trx: Db, { activeAgo, standing }: Person, memberId: string, now: Date): Promise<void> {
  if (activeAgo === undefined || standing !== "active") return;
  const at = new Date(now.getTime() - activeAgo * MINUTE);
  await addPings(trx, [{ memberId, at }], at);
}
