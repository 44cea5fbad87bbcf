import { ArrowLeft } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { flushSync } from "react-dom";
import { Button } from "~/ui/basics/button.tsx";
import { cx } from "~/ui/basics/cx.ts";
import { LazyPart, lazyPart, useOpening, usePreload } from "~/ui/states/lazy-part.tsx";
import type { CityFieldProps } from "./edit-form.tsx";
import { OwnAccount } from "./own-account.tsx";
import { OwnActions, OwnHead } from "./own-head.tsx";
import { OwnOffer } from "./own-offer.tsx";
import { findOffer, type OwnProfile as Profile } from "./own-rules.ts";
import { OwnBanners, OwnTexts } from "./own-texts.tsx";
import { WildcardHint } from "./wildcard-hint.tsx";

const EditForm = lazyPart(() => import("./edit-form.tsx").then((file) => file.EditForm));

type Props = {
  profile: Profile;
  renderCity: (props: CityFieldProps) => ReactNode;
  gallery: ReactNode;
  /** The section that deactivates the account. */
  deactivation: ReactNode;
};

/** The member's own profile, edited in place. */
export function OwnProfile({ profile, renderCity, gallery, deactivation }: Props) {
  const { isEditing, open, close, forget, editRef } = useEditing();
  const hasOffer = findOffer(profile) !== undefined;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 md:gap-6 lg:grid-cols-[minmax(0,1fr)_21.5rem] lg:grid-rows-[auto_1fr] lg:gap-x-8">
      <OwnHead
        profile={profile}
        cityHint={profile.isWildcardCity && <WildcardHint />}
        actions={!isEditing && <OwnActions onEdit={open} editRef={editRef} />}
      />
      <OwnOffer profile={profile} className={cx("self-start", isEditing && "max-lg:hidden")} />
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5 lg:col-start-1">
        <LazyPart onFailure={forget}>
          {isEditing && <EditForm profile={profile} renderCity={renderCity} onClose={close} />}
        </LazyPart>
        <OwnBanners profile={profile} />
        {gallery}
        {!isEditing && <OwnTexts profile={profile} />}
      </div>
      <OwnAccount
        memberRole={profile.role}
        className={cx("self-start lg:col-start-2", hasOffer ? "lg:row-start-2" : "lg:row-span-2 lg:row-start-1")}
      >
        {deactivation}
      </OwnAccount>
    </div>
  );
}

/** Whether the form is open. Closing it returns the focus to the button that opened it. */
function useEditing() {
  const { isDrawn: isEditing, open, reset: forget } = useOpening();
  const editRef = useRef<HTMLButtonElement>(null);
  usePreload(EditForm);
  function close() {
    flushSync(forget);
    editRef.current?.focus();
  }
  return { isEditing, open, close, forget, editRef };
}

/** The profile page of a staff account, which has no photos, no texts and nothing to buy. */
export function StaffProfile({ profile }: { profile: Profile }) {
  return (
    <div className="grid max-w-160 gap-6">
      <OwnHead profile={profile} />
      <OwnAccount memberRole="admin" />
    </div>
  );
}

export function BackButton({ onBack, className }: { onBack: () => void; className?: string }) {
  return (
    <Button variant="ghost" onClick={onBack} className={cx("mb-1 -ml-5 md:mb-3", className)}>
      <ArrowLeft aria-hidden strokeWidth={1.75} />
      Voltar
    </Button>
  );
}
