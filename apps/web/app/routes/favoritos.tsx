import type { ProfileCard as Card } from "@caramelo/contract/profiles/calls";
import { useSearchParams } from "react-router";
import { AdmirersList } from "~/features/favorites/admirers-list.tsx";
import { FavoriteButton } from "~/features/favorites/favorite-button.tsx";
import { FavoritesList } from "~/features/favorites/favorites-list.tsx";
import { type FavoritesTab, readAddress, tidySearch, writeAddress } from "~/features/favorites/rules.ts";
import { ProfileCard } from "~/features/profiles/card/profile-card.tsx";
import type { ScreenHandle } from "~/features/shell/rules.ts";
import { pageTitle } from "~/features/shell/screen/page-title.ts";
import { useMember } from "~/platform/session.ts";
import { TabPanel, Tabs } from "~/ui/basics/tabs.tsx";
import { SearchField } from "~/ui/forms/search-field.tsx";
import { useSearch } from "~/ui/forms/use-search.ts";

export const meta = () => pageTitle("Favoritos");
export const handle: ScreenHandle = { title: "Meus Favoritos", isWide: true };

const TABS = [
  { value: "favoritos", label: "Favoritos" },
  { value: "fas", label: "Quem me favoritou" },
] as const;

export default function Favorites() {
  const { isAdmin } = useMember();
  const [address, setAddress] = useSearchParams();
  const { tab, q } = readAddress(address);
  const go = (to: FavoritesTab, search?: string) => setAddress(writeAddress(to, search), { replace: true });
  const renderCard = (profile: Card, isEager = false) => (
    <ProfileCard
      profile={profile}
      isEager={isEager}
      mayContact={!isAdmin}
      favorite={<FavoriteButton member={profile} look="photo" />}
    />
  );
  return (
    <div className="mx-auto w-full max-w-shell px-4 pt-2 pb-10 md:px-8 md:pt-3">
      <Tabs label="Favoritos" tabs={TABS} value={tab} onValueChange={(to) => go(to)}>
        <TabPanel value="favoritos" className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-4 md:gap-5">
          <Search q={q} onWrite={(text) => go("favoritos", text)} />
          <FavoritesList q={q} renderCard={renderCard} />
        </TabPanel>
        <TabPanel value="fas" className="pt-4">
          <AdmirersList renderCard={renderCard} />
        </TabPanel>
      </Tabs>
    </div>
  );
}

/** Unmounts with its tab, including text not yet written to the address. */
function Search({ q, onWrite }: { q: string | undefined; onWrite: (text: string | undefined) => void }) {
  const { text, type } = useSearch({ q, tidy: tidySearch, write: onWrite });
  return <SearchField label="Buscar por nome ou cidade" text={text} onType={type} className="md:max-w-80" />;
}
