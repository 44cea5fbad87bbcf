import { adminMessages } from "@caramelo/contract/texts/admin";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, UserRoundX } from "lucide-react";
import type { ReactNode } from "react";
import { isApiError, messageOf } from "~/platform/api.ts";
import { Alert } from "~/ui/alert.tsx";
import { Button } from "~/ui/button.tsx";
import { ButtonLink } from "~/ui/link.tsx";
import { EmptyState } from "~/ui/screen-state.tsx";
import { Spinner } from "~/ui/spinner.tsx";
import { type StaffUserDetail, userQuery } from "./queries.ts";
import { useBanner } from "./use-banner.ts";
import { UserFacts } from "./user-facts.tsx";
import { UserForm } from "./user-form.tsx";
import { UserPhotos } from "./user-photos.tsx";

const LIST = "/admin/usuarios";

type Props = {
  id: string;
  /** Who may not change addresses or premium sees them only. */
  may: { email: boolean; premium: boolean; orders: boolean };
  /** What else may be done with a managed profile; it belongs to another feature. */
  renderManaged: (user: StaffUserDetail) => ReactNode;
};

/** One member: what the team may change, the photos, and where to read their history. */
export function UserEditor({ id, may, renderManaged }: Props) {
  const { data, error, isPending, refetch } = useQuery(userQuery(id));
  if (isPending) {
    return (
      <div role="status" className="grid place-items-center py-20">
        <Spinner className="size-8 text-primary" />
        <span className="sr-only">Carregando…</span>
      </div>
    );
  }
  if (data) return <Loaded user={data} may={may} renderManaged={renderManaged} onReload={() => void refetch()} />;
  if (isApiError(error, "NOT_FOUND", "VALIDATION_ERROR")) {
    return (
      <EmptyState
        as="h1"
        icon={<UserRoundX aria-hidden className="text-primary" />}
        title={adminMessages.userMissing}
        action={<ButtonLink to={LIST}>Voltar aos usuários</ButtonLink>}
      />
    );
  }
  return (
    <Alert
      tone="error"
      action={
        <div className="mt-2">
          <Button variant="danger" size="small" onClick={() => refetch()}>
            Tentar Novamente
          </Button>
        </div>
      }
    >
      {adminMessages.profileLoadFailed(messageOf(error))}
    </Alert>
  );
}

type LoadedProps = Omit<Props, "id"> & { user: StaffUserDetail; onReload: () => void };

function Loaded({ user, may, renderManaged, onReload }: LoadedProps) {
  const { banner, show, clear } = useBanner();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex items-center gap-2">
        <ButtonLink to={LIST} variant="ghost" aria-label="Voltar aos usuários" className="px-2.5!">
          <ArrowLeft aria-hidden />
        </ButtonLink>
        <h1 className="min-w-0 text-22 wrap-anywhere">Editar Perfil de {user.name}</h1>
      </div>
      {banner && (
        <Alert tone={banner.tone} className="sticky top-16 z-3">
          {banner.text}
        </Alert>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-[minmax(0,1fr)_24rem] xl:items-start">
        <UserForm
          // What was saved, or loaded again, is what the next edit begins from.
          key={user.updatedAt}
          user={user}
          may={may}
          onSubmit={clear}
          onSaved={() => show({ tone: "success", text: adminMessages.profileUpdated })}
          onReload={onReload}
        />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <UserPhotos user={user} onFailure={(text) => show({ tone: "error", text })} />
          {user.isManaged && renderManaged(user)}
          <UserFacts user={user} mayOrders={may.orders} />
        </div>
      </div>
    </div>
  );
}
