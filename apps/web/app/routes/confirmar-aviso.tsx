import { useLinkToken } from "~/features/accounts/mailed-link/use-link-token.ts";
import { NoticeConfirmation } from "~/features/moderation/notice-confirmation.tsx";
import { pageTitle } from "~/features/shell/screen/page-title.ts";

export const meta = () => pageTitle("Confirmar denúncia");

/** The screen that the mail about a notice links to. */
export default function NoticeConfirmationPage() {
  return (
    <div className="mx-auto grid w-full max-w-160 content-start gap-5 px-4 py-8 md:px-8 md:py-14">
      <h1>Confirmar denúncia</h1>
      <NoticeConfirmation token={useLinkToken()} />
    </div>
  );
}
