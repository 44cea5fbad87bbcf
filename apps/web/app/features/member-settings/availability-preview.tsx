import { useMember } from "~/platform/session.ts";
import { Avatar } from "~/ui/members/avatar.tsx";
import { PresenceTag } from "~/ui/members/presence-tag.tsx";
import type { Settings } from "./queries.ts";
import { previewAvailability } from "./rules.ts";

/** How others see this member at peak hours, with the same tag as in lists. */
export function AvailabilityPreview({ settings }: { settings: Settings }) {
  const { name, photoUrl } = useMember();
  const presence = previewAvailability(settings);
  return (
    <figure
      aria-label="Como os outros veem"
      className="mt-1 mb-3 grid max-w-md grid-cols-[minmax(0,1fr)] gap-2.5 rounded-control border border-line bg-canvas p-3"
    >
      <figcaption className="text-13 text-muted">
        Em um horário de pico, mesmo sem você estar online, os outros veem:
      </figcaption>
      <div className="flex items-center gap-3">
        <Avatar src={photoUrl ?? undefined} alt="" name={name} presence={presence} />
        <div className="min-w-0">
          <p className="truncate font-display text-18 font-[560]">{name}</p>
          <PresenceTag presence={presence} />
        </div>
      </div>
      <p role="status" className="text-13 text-muted">
        {presenceWords(settings)}
      </p>
    </figure>
  );
}

function presenceWords({ offersAvailability, isPresenceHidden }: Settings): string {
  if (offersAvailability && isPresenceHidden)
    return "Sua presença está oculta: você não entra no sorteio, e nada aparece.";
  return offersAvailability
    ? "“Online” continua querendo dizer que você está mesmo aqui."
    : "Desligado: nos horários de pico nada muda.";
}
