import { pageTitle } from "~/features/shell/page-title.ts";
import { roleNames, type ScreenHandle } from "~/features/shell/rules.ts";
import { useMember } from "~/platform/session.ts";
import { Avatar } from "~/ui/avatar.tsx";

export const meta = () => pageTitle("Meu Perfil");
export const handle: ScreenHandle = { title: "Meu Perfil" };

/** What the session knows of its member; editing and the gallery come with the profile feature. */
export default function OwnProfile() {
  const { name, email, role, photoUrl, createdAt } = useMember();
  return (
    <div className="mx-auto w-full max-w-[1280px] px-4 pt-4 pb-10 md:px-8 md:pt-8">
      <section className="grid items-center gap-5 rounded-card border border-line bg-surface p-5 min-[480px]:grid-cols-[auto_1fr] md:gap-7 md:p-8">
        <Avatar src={photoUrl ?? undefined} alt={`Foto de ${name}`} size="huge" />
        <div className="min-w-0">
          <h2 className="text-28 wrap-break-word">{name}</h2>
          <p className="mt-1 text-muted wrap-anywhere">{email}</p>
          <dl className="mt-5 flex flex-wrap gap-x-10 gap-y-3">
            <Fact name="Tipo de conta" value={roleNames[role]} />
            <Fact name="Membro desde" value={new Date(createdAt).toLocaleDateString("pt-BR", { year: "numeric" })} />
          </dl>
        </div>
      </section>
      <p className="mt-5 text-muted">Editar o perfil e a galeria ainda está sendo preparado.</p>
    </div>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-13 text-muted">{name}</dt>
      <dd className="font-medium">{value}</dd>
    </div>
  );
}
