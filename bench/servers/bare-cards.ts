import type { KeyObject } from "node:crypto";
import type pg from "pg";
import { type City, cityLabelOf, distanceKm, getCity } from "../../apps/server/src/platform/cities/cities.ts";
import { photoLinker, presenceOf, type Viewer } from "./bare-http.ts";

// The cards of the bare servers: those of given members in one query, as one would write it by hand.

export type CardRow = Record<"id" | "name" | "role" | "estimated_birth_on", string> &
  Record<"is_wildcard_city" | "is_verified" | "is_managed" | "is_demo" | "is_premium" | "is_promoted", boolean> & {
    city_id: number;
    last_active_at: Date | null;
    left_at: Date | null;
    is_hidden: boolean | null;
    file_name: string | null;
    width: number;
    height: number;
    thumbhash: string;
    is_favorite: boolean;
  };

/** Everything of a card, for a query that names the profile `p`; `$2` is the viewer and `$3` the moment. */
export const CARD_COLUMNS = `
  p.member_id as id, p.name, p.role, p.estimated_birth_on, p.city_id, p.is_wildcard_city, p.is_verified,
    p.is_managed, p.is_demo, presence.last_active_at, presence.left_at, presence.is_hidden,
    photo.file_name, photo.width, photo.height, photo.thumbhash,
    coalesce(e.has_courtesy_premium or e.premium_until > $3, false) as is_premium,
    coalesce(e.has_courtesy_premium or e.premium_until > $3, false) or coalesce(e.highlighted_until > $3, false) as is_promoted,
    exists (select from favorite where favorite.member_id = $2 and favorite_id = p.member_id) as is_favorite`;

/** What `CARD_COLUMNS` reads beside the profile. */
export const CARD_JOINS = `
    left join entitlement e on e.member_id = p.member_id
    left join presence on presence.member_id = p.member_id
    left join photo on photo.member_id = p.member_id and photo.position = 0`;

const CARDS = `select ${CARD_COLUMNS} from profile p ${CARD_JOINS} where p.member_id = any($1) and p.role <> 'admin'`;

export async function listCards(
  pool: pg.Pool,
  values: [ids: string[], viewerId: string, now: Date],
): Promise<CardRow[]> {
  return (await pool.query<CardRow>(CARDS, values)).rows;
}

function ageOn(bornOn: string, day: string): number {
  return Number(day.slice(0, 4)) - Number(bornOn.slice(0, 4)) - (day.slice(5) < bornOn.slice(5) ? 1 : 0);
}

function presentPhoto({ file_name, width, height, thumbhash }: CardRow, key: KeyObject, now: Date) {
  if (!file_name) return null;
  const link = photoLinker(file_name, key, now);
  return { small: link(320), medium: link(960), large: link(1920), width, height, thumbhash };
}

export type Presentation = { viewer: Viewer; key: KeyObject; now: Date; today: string; centre: City | undefined };

export function presentCard(row: CardRow, { viewer, key, now, today, centre }: Presentation) {
  return {
    id: row.id,
    name: row.name,
    age: ageOn(row.estimated_birth_on, today),
    role: row.role,
    city: cityLabelOf(row.is_wildcard_city ? viewer.city_id : row.city_id),
    isWildcardCity: row.is_wildcard_city,
    isVerified: row.is_verified,
    isPremium: row.is_premium,
    isPromoted: row.is_promoted,
    isManaged: row.is_managed,
    isDemo: row.is_demo,
    presence: presenceOf(row, now, today),
    isFavorite: row.is_favorite,
    distanceKm: row.is_wildcard_city || centre === undefined ? null : distanceKm(centre, getCity(row.city_id)),
    photo: presentPhoto(row, key, now),
  };
}
