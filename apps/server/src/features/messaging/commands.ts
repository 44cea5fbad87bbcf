import { hourInBrazil } from "@caramelo/contract/formats/calendar";
import type { Opening } from "@caramelo/contract/messaging/calls";
import { getCity } from "../../platform/cities/cities.ts";
import type { Context } from "../../platform/context.ts";
import { findOpeningFacts } from "./queries/pairs.ts";
import { listOpenings } from "./rules/openings.ts";

/** The openings for the first message of a member to another; none once one of the two is hidden from the other. */
export async function findOpenings(
  { db, clock }: Pick<Context, "db" | "clock">,
  { memberId, peerId }: { memberId: string; peerId: string },
): Promise<Opening[]> {
  const facts = await findOpeningFacts(db, memberId, peerId);
  if (!facts) return [];
  const [me, peer] = [
    { ...facts.me, id: memberId },
    { ...facts.peer, id: peerId, cityName: getCity(facts.peer.cityId).name },
  ];
  return listOpenings({ me, peer, isMutual: facts.isMutual, hour: hourInBrazil(clock.now()) });
}
