import { writeMail } from "../../base/mail/text-rules.ts";

/** Goes to a member whose photo staff removed. */
export const photoRemovedMail = () => writeMail("photo-removed");

/** Goes to a member whose profile photo staff chose. */
export const photoChosenMail = () => writeMail("photo-chosen");
