import { TextLink } from "~/ui/basics/link.tsx";
import type { CaseSummary } from "../queries.ts";
import { isErased, personName } from "./rules.ts";

/** The name of a member as a link to the profile, or as text when the account is erased. */
export function MemberLink({ member }: { member: CaseSummary["reported"] }) {
  if (isErased(member)) return personName(member);
  return <TextLink to={`/perfil/${member.id}`}>{personName(member)}</TextLink>;
}
