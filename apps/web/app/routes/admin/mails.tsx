import { MailOutbox } from "~/features/mail/mail-outbox.tsx";
import { pageTitle } from "~/features/shell/screen/page-title.ts";

export const meta = () => pageTitle("E-mails");

export default function Mails() {
  return (
    <>
      <h1 className="mb-4 text-22">E-mails</h1>
      <MailOutbox />
    </>
  );
}
