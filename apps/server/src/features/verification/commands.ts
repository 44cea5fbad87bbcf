import type { Context } from "../../platform/context.ts";
import { addJob } from "../../platform/database/jobs.ts";
import { changeAgeAssurance } from "./queries.ts";

/** Applies the operator's setting of age assurance. New members get it at once, and a job updates the existing ones. */
export async function applyAgeAssurance({ db, site }: Pick<Context, "db" | "site">): Promise<void> {
  await changeAgeAssurance(db, site.ageAssurance);
  // The job is added even without a change, because an earlier one may have been interrupted.
  await addJob(db, "apply-age-gates", {}, { key: "apply-age-gates" });
}
