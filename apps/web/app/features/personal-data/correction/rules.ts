type Member = { email: string; isVerified: boolean };

type Correction = { title: string; text: string; to: string; linkText: string };

/** What is kept of the account and the profile, and where its member sees and corrects it. */
export function listCorrections({ email, isVerified }: Member): Correction[] {
  return [
    { title: "E-mail", text: email, to: "/configuracoes#conta", linkText: "Alterar" },
    {
      title: "Perfil",
      text: isVerified ? "Nome, cidade, textos e fotos" : "Nome, idade, cidade, textos e fotos",
      to: "/perfil",
      linkText: "Corrigir",
    },
    {
      title: "Configurações",
      text: "Avisos, e-mails, privacidade e pessoas bloqueadas",
      to: "/configuracoes#notificacoes",
      linkText: "Alterar",
    },
    { title: "Aparelhos", text: "Onde sua conta está aberta", to: "/configuracoes#dispositivos", linkText: "Ver" },
    { title: "Compras", text: "Pedidos, pagamentos e recibos", to: "/compras", linkText: "Ver" },
    { title: "Verificação", text: "Documento, selfie e decisão", to: "/verificacao", linkText: "Ver" },
  ];
}
