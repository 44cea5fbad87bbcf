import { consentTexts } from "@caramelo/contract/accounts/consents";
import { brand } from "@caramelo/contract/brand/brand";
import { KNOWN_DEVICE_DAYS, SESSION_IDLE_HOURS, SESSION_REMEMBERED_DAYS } from "@caramelo/contract/limits";
import { LegalPage } from "~/features/legal/legal-page.tsx";
import { publicMeta } from "~/features/shell/screen/page-title.ts";

export const meta = () =>
  publicMeta(
    "Cookies",
    `Os três cookies do ${brand.name}, o que mais fica no seu navegador e como apagar. Sem publicidade e sem rastreadores.`,
  );

/** How long the service worker shows its copies (service-worker/rules.ts). */
const COPY_DAYS = 7;

/** How long a visit of the search lasts after the member left it (features/discovery/visit/visit-rules.ts). */
const VISIT_MINUTES = 30;

const sections = [
  {
    title: "O cookie da sessão",
    body: (
      <p>
        Nós o criamos quando você entra. Ele guarda um código aleatório que diz ao servidor que é você; não contém seus
        dados e nenhum programa da página consegue lê-lo. Com “Lembrar de mim” ele vale por {SESSION_REMEMBERED_DAYS}{" "}
        dias; sem essa opção, termina quando você fecha o navegador ou depois de {SESSION_IDLE_HOURS} horas sem uso. Ao
        sair, ele é apagado.
      </p>
    ),
  },
  {
    title: "O cookie do aparelho",
    body: (
      <p>
        Nós o criamos quando você se cadastra ou entra, e ele vale por {KNOWN_DEVICE_DAYS} dias depois da última vez.
        Guarda outro código aleatório, sem dados seus, com que a sua conta reconhece este navegador: se alguém tentar
        adivinhar a sua senha de longe, você continua entrando daqui. Ele não deixa ninguém entrar, e não diz quem usou
        o navegador.
      </p>
    ),
  },
  {
    title: "O cookie da busca",
    body: (
      <p>
        Guarda um número aleatório: em que ordem a busca mostrou os perfis. Com ele, a página que recarrega traz os
        mesmos perfis em vez de outros. Vale por {VISIT_MINUTES} minutos depois da última vez em que você olhou a busca;
        ao sair, ele é apagado.
      </p>
    ),
  },
  {
    title: "O que fica no seu navegador",
    body: (
      <ul>
        <li>o tema claro ou escuro, se você escolher um;</li>
        <li>até onde você rolou cada página, para o botão voltar cair no mesmo lugar; some ao fechar a aba;</li>
        <li>
          o que você digitou no cadastro, sem as senhas, e as fotos que escolheu nele, para não se perderem se a página
          recarregar; somem ao concluir ou deixar o cadastro e, com a aba fechada, as fotos somem na próxima visita;
        </li>
        <li>rascunhos e mensagens que ainda não chegaram ao servidor; somem ao sair;</li>
        <li>as ideias de primeira mensagem que você já viu para cada pessoa, para não se repetirem; somem ao sair;</li>
        <li>
          a conversa em que faltaram fichas, para a compra levar você de volta a ela; some ao fechar a aba ou sair;
        </li>
        <li>
          os arquivos do site e uma cópia das suas últimas listas e conversas, para ler sem internet; fotos nunca são
          copiadas assim. As cópias somem ao sair; sem “Lembrar de mim”, também quando o navegador é fechado e aberto de
          novo. Depois de {COPY_DAYS} dias não são mais mostradas;
        </li>
        <li>que há alguém com a conta aberta neste navegador, sem dizer quem; some ao sair;</li>
        <li>
          o dia e a hora da sua primeira visita depois de entrar, para sugerir a instalação só na segunda; some ao sair;
        </li>
        <li>que a sugestão de instalar já apareceu neste aparelho, para não aparecer de novo;</li>
        <li>
          se você instalar o site, o número de mensagens não lidas no ícone; some ao sair, e não aparece com “Títulos
          discretos”;
        </li>
        <li>a inscrição para avisos neste aparelho, se você ativá-los; acaba ao desativar ou sair.</li>
      </ul>
    ),
  },
  {
    title: "O que não usamos",
    body: (
      <p>
        Nenhum cookie de publicidade, de redes sociais ou de medição de terceiros. Por isso não há uma faixa pedindo que
        você aceite cookies: os que existem só fazem o serviço funcionar.
      </p>
    ),
  },
  {
    title: "Como apagar",
    body: (
      <p>
        Você pode apagar cookies e dados do site nas configurações do navegador quando quiser. O efeito é precisar
        entrar de novo, escolher o tema outra vez e reativar os avisos.
      </p>
    ),
  },
];

export default function Cookies() {
  return (
    <LegalPage
      title="Cookies"
      version={consentTexts.terms.version}
      intro={`Cookies são pequenos registros que um site deixa no navegador. O ${brand.name} usa o mínimo possível.`}
      sections={sections}
    />
  );
}
