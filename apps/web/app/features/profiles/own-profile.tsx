import { ArrowLeft } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "~/ui/button.tsx";
import { cx } from "~/ui/cx.ts";
import { type CityFieldProps, EditForm } from "./edit-form.tsx";
import { OwnAccount } from "./own-account.tsx";
import { OwnActions, OwnHead } from "./own-head.tsx";
import { OwnOffer } from "./own-offer.tsx";
import { findOffer, type OwnProfile as Profile } from "./own-rules.ts";
import { OwnBanners, OwnWords } from "./own-words.tsx";
import { WildcardNote } from "./wildcard-note.tsx";

type Props = {
  profile: Profile;
  renderCity: (props: CityFieldProps) => ReactNode;
  gallery: ReactNode;
  /** How to leave the product. */
  farewell: ReactNode;
};

/** One's own profile: seen, and edited in place. */
export function OwnProfile({ profile, renderCity, gallery, farewell }: Props) {
  const { isEditing, open, close, editRef } = useEditing();
  const hasOffer = findOffer(profile) !== undefined;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 md:gap-6 lg:grid-cols-[minmax(0,1fr)_21.5rem] lg:grid-rows-[auto_1fr] lg:gap-x-8">
      <OwnHead
        profile={profile}
        cityNote={profile.isWildcardCity && <WildcardNote />}
        actions={!isEditing && <OwnActions onEdit={open} editRef={editRef} />}
      />
      <OwnOffer profile={profile} className={cx("self-start", isEditing && "max-lg:hidden")} />
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5 lg:col-start-1">
        {isEditing && <EditForm profile={profile} renderCity={renderCity} onClose={close} />}
        <OwnBanners profile={profile} />
        {gallery}
        {!isEditing && <OwnWords profile={profile} />}
      </div>
      <OwnAccount
        isStaff={false}
        className={cx("self-start lg:col-start-2", hasOffer ? "lg:row-start-2" : "lg:row-span-2 lg:row-start-1")}
      >
        {farewell}
      </OwnAccount>
    </div>
  );
}

/** Closing gives the focus back to the button that opened the form. */
function useEditing() {
  const [isEditing, setIsEditing] = useState(false);
  const editRef = useRef<HTMLButtonElement>(null);
  function close() {
    flushSync(() => setIsEditing(false));
    editRef.current?.focus();
  }
  return { isEditing, open: () => setIsEditing(true), close, editRef };
}

/** The team's own page: no profile, no photos, nothing to buy. */
export function StaffProfile({ profile }: { profile: Profile }) {
  return (
    <div className="grid max-w-160 gap-6">
      <OwnHead profile={profile} />
      <OwnAccount isStaff />
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
