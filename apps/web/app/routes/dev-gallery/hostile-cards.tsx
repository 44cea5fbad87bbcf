import type { ProfileCard as Card, Photo } from "@caramelo/contract/profiles/calls";
import { QueryClientProvider } from "@tanstack/react-query";
import { Heart } from "lucide-react";
import { ProfileCard } from "~/features/profiles/card/profile-card.tsx";
import { ProfileGallery } from "~/features/profiles/view/profile-gallery.tsx";
import { queryClient } from "~/platform/query.ts";
import { GRID_CLASS } from "~/ui/basics/grid-class.ts";
import { IconButton } from "~/ui/basics/icon-button.tsx";
import { hostilePhotos } from "./hostile-photos.generated.ts";

const PHOTOS: readonly Photo[] = hostilePhotos.map(({ src, width, height, thumbhash }) => {
  return { small: src, medium: src, large: src, width, height, thumbhash };
});

const PLAIN: Omit<Card, "id" | "name" | "photo"> = {
  age: 24,
  role: "baby",
  city: "São Paulo, SP",
  isWildcardCity: false,
  isVerified: false,
  isPremium: false,
  isPromoted: false,
  isManaged: false,
  isDemo: true,
  presence: "offline",
  isFavorite: false,
  distanceKm: null,
};

/** What stands on the photos, chosen to meet the worst of each. */
const FACTS: readonly (Partial<Card> & { name: string })[] = [
  { name: "Ana", presence: "online", distanceKm: 6 },
  { name: "Bia", presence: "recent", isVerified: true, isPremium: true, isPromoted: true },
  { name: "Maria Fernanda de Alencar", presence: "online", isVerified: true, isPremium: true, isPromoted: true },
  { name: "Wanderleya Mendonça", city: "São José do Vale do Rio Preto, RJ", distanceKm: 1_006 },
  { name: "Gerida", isManaged: true },
  { name: "Curinga", city: "São José dos Campos, SP", isWildcardCity: true, presence: "recent" },
  { name: "Zoé", age: 80, isVerified: true, presence: "online" },
];

/** The cards and the large photo of a profile on photos that are bright, dark, wide, tall, busy, or show a tiny face. */
export function HostileCards() {
  return (
    <QueryClientProvider client={queryClient}>
      <section className="grid gap-4">
        <h2 className="text-18">Fotos difíceis</h2>
        <div className={GRID_CLASS}>
          {hostilePhotos.map(({ label }, index) => {
            const facts = FACTS[index];
            const photo = PHOTOS[index];
            if (!facts || !photo) return null;
            return (
              <div key={label} className="grid content-start gap-1">
                <ProfileCard profile={{ ...PLAIN, ...facts, id: label, photo }} mayContact favorite={<PlainHeart />} />
                <p className="text-13 text-muted">{label}</p>
              </div>
            );
          })}
        </div>
        <div className="max-w-98">
          <ProfileGallery name="Ana" photos={PHOTOS.slice(0, 5)} />
        </div>
      </section>
    </QueryClientProvider>
  );
}

function PlainHeart() {
  return (
    <IconButton look="photo" label="Favoritar">
      <Heart aria-hidden strokeWidth={1.75} />
    </IconButton>
  );
}
