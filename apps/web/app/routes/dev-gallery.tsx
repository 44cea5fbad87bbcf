import { ThemeSwitch } from "~/ui/basics/theme-switch.tsx";
import { Choices, Sliders } from "./dev-gallery/choices.tsx";
import { Buttons, Fields } from "./dev-gallery/controls.tsx";
import { HostileCards } from "./dev-gallery/hostile-cards.tsx";
import { Layers, Messages } from "./dev-gallery/layers.tsx";
import { SmallThings, States, Views, Waiting } from "./dev-gallery/small-things.tsx";

export const meta = () => [{ title: "Componentes · Caramelo" }];

/** Every component of ui in every state, to look at and for tests of look and accessibility. */
export default function DevGallery() {
  return (
    <main className="mx-auto grid max-w-7xl gap-6 px-4 py-6 md:px-8">
      <header className="flex items-center justify-between">
        <h1>Componentes</h1>
        <ThemeSwitch />
      </header>
      <div className="grid items-start gap-6 md:grid-cols-2 xl:grid-cols-3">
        <Buttons />
        <Fields />
        <Choices />
        <Messages />
        <Layers />
        <SmallThings />
        <Sliders />
        <Views />
        <Waiting />
      </div>
      <HostileCards />
      <States />
    </main>
  );
}
