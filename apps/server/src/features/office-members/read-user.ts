import { mayStaff } from "@caramelo/contract/call/staff-permissions";
import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import { cityLabelOf } from "../../platform/cities/cities.ts";
import type { Context } from "../../platform/context.ts";
import type { Me } from "../../platform/http/caller.ts";
import { fail } from "../../platform/http/failure.ts";
import { NIL_ID } from "../../platform/ids.ts";
import { listCasesAbout } from "../moderation/queries/staff-cases.ts";
import { listPhotos } from "../photos/queries.ts";
import { findUser } from "./queries.ts";
import { presentUserDetail } from "./rules.ts";

const CASES = 5;

/** A member as `me` of the staff edits them. Fails with NOT_FOUND for staff and for an unknown id. */
export async function readStaffUser(
  { db, clock, photoLinks }: Pick<Context, "db" | "clock" | "photoLinks">,
  id: string,
  { staffRole }: Pick<Me, "staffRole">,
) {
  const now = clock.now();
  const user = (await findUser(db, id, now)) ?? fail("NOT_FOUND");
  const photos = await listPhotos(db, id);
  // No case has the id NIL_ID, so no case is left out.
  const cases = await listCasesAbout(db, id, NIL_ID, CASES);
  return presentUserDetail(
    user,
    { photos, cases },
    { now, today: dayInBrazil(now), photoLinks, cityLabelOf, seesEmails: mayStaff(staffRole, "changeEmails") },
  );
}
