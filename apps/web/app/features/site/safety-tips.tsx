import { Banknote, Eye, Footprints, MapPin, MessageCircleQuestionMark, Users } from "lucide-react";
import { CardGrid } from "./site-page.tsx";

/** Safety advice for before and at a first meeting. */
const TIPS = [
  {
    icon: <MessageCircleQuestionMark aria-hidden />,
    title: "Converse antes por aqui",
    text: "Fique nas mensagens do site até sentir confiança. Quem insiste em sair logo para outro aplicativo costuma ter um motivo.",
  },
  {
    icon: <Eye aria-hidden />,
    title: "Confira com quem fala",
    text: "Proponha uma chamada de vídeo antes do encontro. Histórias que mudam e fotos perfeitas demais pedem cuidado.",
  },
  {
    icon: <MapPin aria-hidden />,
    title: "Primeiro encontro em público",
    text: "Escolha um lugar movimentado que você conheça. Endereço de casa e de trabalho ficam para muito depois.",
  },
  {
    icon: <Users aria-hidden />,
    title: "Avise alguém",
    text: "Diga a uma pessoa de confiança aonde vai, com quem e até que horas, e compartilhe sua localização com ela.",
  },
  {
    icon: <Footprints aria-hidden />,
    title: "Vá e volte por conta própria",
    text: "Cuide do seu transporte e da sua bebida. Você pode ir embora a qualquer momento, sem dever explicação.",
  },
  {
    icon: <Banknote aria-hidden />,
    title: "Nunca mande dinheiro",
    text: "Nada de Pix, códigos, boletos, “taxas” ou dados do banco para quem você conheceu aqui, por mais urgente que pareça.",
  },
] as const;

export function SafetyTips() {
  return <CardGrid cards={TIPS} className="lg:grid-cols-3" />;
}
