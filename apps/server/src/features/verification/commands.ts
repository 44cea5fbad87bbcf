import type { Context } from "../../platform/context.ts";
import { addJob } from "../../platform/database/jobs.ts";
import { changeAgeAssurance } from "./queries.ts";

/** Applies the operator's setting of age assurance. New members get it at once, and a job updates the existing ones. */
export async function applyAgeAssurance({ db, site }: Pick<Context, "db" | "site">): Promise<void> {
  await changeAgeAssurance(db, site.ageAssurance);
  // The job is added even when the setting has not changed, because an earlier start may have ended before its job was
  // added or done.
  await addJob(db, "apply-age-gates", {}, { key: "apply-age-gates" });
}
