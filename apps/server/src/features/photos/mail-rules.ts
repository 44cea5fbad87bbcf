import { writeMail } from "../../base/mail/text-rules.ts";

/** Goes to a member whose photo the team removed. */
export const photoRemovedMail = () => writeMail("photo-removed");

/** Goes to a member whose profile photo the team chose. */
export const photoChosenMail = () => writeMail("photo-chosen");
