import { brand } from "@caramelo/contract/brand/brand";
import { useEffect, useState } from "react";
import { useInstallPrompt } from "~/platform/install-prompt.ts";
import { logFailure } from "~/platform/log.ts";
import { useMember } from "~/platform/session.ts";
import { Button } from "~/ui/basics/button.tsx";
import { CornerPanel } from "~/ui/overlays/corner-panel.tsx";
import { useBackToClose } from "~/ui/overlays/use-layer.ts";
import { chooseWay, type InstallWay } from "./install-rules.ts";
import { storeHintShown, takeFirstOpening, wasHintShown } from "./install-store.ts";

// Safari on iPhones and iPads has this property. It offers no installation except by its menu.
const isByHand = () => "standalone" in navigator;
// The browser may withdraw its offer.
const handleRefusal = (error: unknown) => logFailure("offering the installation", error);
const isInstalled = () => matchMedia("(display-mode: standalone)").matches;

/** The hint to add the site to the home screen, shown once per device, on the second visit. */
export function InstallHint() {
  const { hasDiscreetTitles: isDiscreet } = useMember().preferences;
  const prompt = useInstallPrompt();
  const [opening] = useState(readOpening);
  const [device] = useState(() => ({ isInstalled: isInstalled(), wasShown: wasHintShown() }));
  const [isClosed, setIsClosed] = useState(false);
  const offers = { hasPrompt: prompt !== undefined, isByHand: isByHand() };
  const way = chooseWay({ ...device, isDiscreet }, opening, offers);
  if (!way || isClosed) return null;
  return (
    <Hint way={way} install={() => void prompt?.prompt().catch(handleRefusal)} onClose={() => setIsClosed(true)} />
  );
}

function readOpening() {
  const now = Date.now();
  return { firstAt: takeFirstOpening(now), now };
}

type Props = { way: InstallWay; install: () => void; onClose: () => void };

function Hint({ way, install, onClose }: Props) {
  useEffect(storeHintShown, []);
  useBackToClose(true, onClose);
  function handleInstall() {
    install();
    onClose();
  }
  return (
    <CornerPanel title={`${brand.name} na tela inicial`} text={TEXTS[way]} onClose={onClose}>
      {way === "prompt" && <Button onClick={handleInstall}>Instalar</Button>}
      <Button variant="outline" onClick={onClose}>
        {way === "prompt" ? "Agora não" : "Entendi"}
      </Button>
    </CornerPanel>
  );
}

const SEEN = "O ícone fica à vista de quem usar este aparelho.";
const TEXTS: Record<InstallWay, string> = {
  prompt: `Abre como um aplicativo, sem passar por uma loja. ${SEEN}`,
  "by hand": `Toque em Compartilhar e depois em “Adicionar à Tela de Início”. ${SEEN}`,
};
