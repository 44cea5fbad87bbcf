import { adminMessages } from "@caramelo/contract/texts/admin";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { ArrowLeft, UserRoundX } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useLocation } from "react-router";
import { isApiError, messageOf } from "~/platform/api.ts";
import { ButtonLink } from "~/ui/basics/link.tsx";
import { FailedAlert } from "~/ui/states/failed-alert.tsx";
import { EmptyState } from "~/ui/states/screen-state.tsx";
import { SkeletonRows } from "~/ui/states/skeleton.tsx";
import { useBanner } from "~/ui/states/use-banner.tsx";
import { type StaffUserDetail, userQuery } from "../queries.ts";
import { LIST_ADDRESS, readListState } from "../rules.ts";
import { UserFacts } from "./user-facts.tsx";
import { UserForm } from "./user-form.tsx";
import { UserPhotos } from "./user-photos.tsx";

type Props = {
  id: string;
  /**
   * Without `email` or `premium`, staff see the value but cannot change it. Without `orders`, they get no link to the
   * orders.
   */
  may: { email: boolean; premium: boolean; orders: boolean };
  /** Renders the other actions on a managed profile, which belong to another feature. */
  renderManaged: (user: StaffUserDetail) => ReactNode;
  /** Renders the staff's actions on the access of an unmanaged member. */
  renderAccess: (user: StaffUserDetail) => ReactNode;
};

/** One member: the fields that staff may change, the photos, and links to the member's history. */
export function UserEditor({ id, may, renderManaged, renderAccess }: Props) {
  const { data, error, isPending, refetch } = useQuery(userQuery(id));
  const list = useListAddress();
  if (isPending) {
    return (
      <div className="grid gap-4">
        <Head list={list} />
        <SkeletonRows />
      </div>
    );
  }
  if (data)
    return <Loaded user={data} may={may} renderManaged={renderManaged} renderAccess={renderAccess} refetch={refetch} />;
  if (isApiError(error, "NOT_FOUND", "VALIDATION_ERROR")) {
    return (
      <EmptyState
        as="h1"
        icon={<UserRoundX aria-hidden className="text-primary" />}
        title={adminMessages.userMissing}
        action={<ButtonLink to={list}>Voltar aos usuários</ButtonLink>}
      />
    );
  }
  return (
    <div className="grid gap-4">
      <Head list={list} />
      <FailedAlert text={adminMessages.profileLoadFailed(messageOf(error))} onRetry={() => void refetch()} />
    </div>
  );
}

/** The back link and the title. They appear before the profile loads, and stay when it fails to load. */
function Head({ list, name }: { list: string; name?: string }) {
  return (
    <div className="flex items-center gap-2">
      <ButtonLink to={list} variant="ghost" size="icon" className="shrink-0" aria-label="Voltar aos usuários">
        <ArrowLeft aria-hidden />
      </ButtonLink>
      <h1 className="min-w-0 text-22 wrap-anywhere">
        {name === undefined ? "Editar Perfil" : `Editar Perfil de ${name}`}
      </h1>
    </div>
  );
}

type LoadedProps = Omit<Props, "id"> & { user: StaffUserDetail; refetch: UseQueryResult<StaffUserDetail>["refetch"] };

function Loaded({ user, may, renderManaged, renderAccess, refetch }: LoadedProps) {
  const { banner, show, clear } = useBanner();
  const list = useListAddress();
  const column = useRef<HTMLDivElement>(null);
  // The form keeps the user it was opened with, because new data from the server must not replace typed text.
  const [openedUser, setOpenedUser] = useState({ user, version: 0 });

  function open(from: StaffUserDetail) {
    flushSync(() => setOpenedUser({ user: from, version: openedUser.version + 1 }));
    // The pressed button is gone with the former form, so the button of the new one gets the focus.
    column.current?.querySelector<HTMLElement>("[type=submit]")?.focus({ preventScroll: true });
  }
  async function reload() {
    const { data, isSuccess, error } = await refetch();
    if (isSuccess) open(data);
    else show({ tone: "error", text: adminMessages.profileLoadFailed(messageOf(error)) });
  }
  return (
    <div className="grid max-w-7xl grid-cols-[minmax(0,1fr)] gap-4">
      <Head list={list} name={user.name} />
      {banner}
      <div
        ref={column}
        className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-[minmax(0,1fr)_24rem] xl:items-start"
      >
        <UserForm
          // The key starts a new form, so that the next edit starts from the saved or reloaded values.
          key={openedUser.version}
          user={openedUser.user}
          list={list}
          may={may}
          onSubmit={clear}
          onSaved={(savedUser) => {
            show({ tone: "success", text: adminMessages.profileUpdated });
            open(savedUser);
          }}
          onReload={() => void reload()}
        />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <UserPhotos user={user} onFailure={(text) => show({ tone: "error", text })} />
          {user.isManaged ? renderManaged(user) : renderAccess(user)}
          <UserFacts user={user} mayOrders={may.orders} mayEmail={may.email} />
        </div>
      </div>
    </div>
  );
}

/** The address of the list as the staff left it, with its search, filters, order and page. */
function useListAddress(): string {
  const { state } = useLocation();
  return `${LIST_ADDRESS}${readListState(state)}`;
}
