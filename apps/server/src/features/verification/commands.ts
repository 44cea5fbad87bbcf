import type { Context } from "../../platform/context.ts";
import { addJob } from "../../platform/database/jobs.ts";
import { changeAgeAssurance } from "./queries.ts";

/** Makes the operator's setting that of the site; members who sign up from now on follow it, and a job brings the others to it. */
export async function applyAgeAssurance({ db, site }: Pick<Context, "db" | "site">): Promise<void> {
  await changeAgeAssurance(db, site.ageAssurance);
  // Also without a change: an earlier run may have been interrupted.
  await addJob(db, "apply-age-gates", {}, { key: "apply-age-gates" });
}
