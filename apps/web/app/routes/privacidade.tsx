import { consentTexts } from "@caramelo/contract/accounts/consents";
import { brand } from "@caramelo/contract/brand/brand";
import { periods, periodText } from "@caramelo/contract/personal-data/periods";
import { DataCategories } from "~/features/legal/data-categories.tsx";
import { LegalPage } from "~/features/legal/legal-page.tsx";
import { publicMeta } from "~/features/shell/screen/page-title.ts";
import { TextLink } from "~/ui/basics/link.tsx";

export const meta = () =>
  publicMeta(
    "Política de privacidade",
    `Quais dados o ${brand.name} guarda, para quê, por quanto tempo e como você manda neles, segundo a LGPD.`,
  );

const sections = [
  {
    title: "O que guardamos",
    body: (
      <ul>
        <li>
          <b>Da conta:</b> e-mail, senha (só um resumo criptográfico dela, que não pode ser lido de volta), nome, idade
          e, se você criar chaves de acesso, a parte pública delas, com o nome que você deu e o último uso. Sua digital
          e seu rosto nunca saem do seu aparelho.
        </li>
        <li>
          <b>Do perfil:</b> gênero, tipo de conta, cidade, fotos, texto sobre você e o que você busca.
        </li>
        <li>
          <b>Do uso:</b> quando e com que navegador você entra, quem você favorita, visita, bloqueia ou denuncia, suas
          mensagens, suas configurações e registros de acesso (data, hora e endereço IP), que o Marco Civil da Internet
          nos obriga a guardar por {periodText(periods.accessLog)}.
        </li>
        <li>
          <b>Dos avisos:</b> se você ativar avisos em um aparelho, o endereço que o navegador criou para recebê-los; ele
          é apagado quando você desativa os avisos ou sai.
        </li>
      </ul>
    ),
  },
  {
    title: "Dados sensíveis",
    body: (
      <>
        <p>
          Estar aqui e dizer o que você busca pode revelar sua vida afetiva e sexual. A LGPD trata isso como dado
          sensível (art. 11), e só o usamos com a sua autorização específica, dada no cadastro:
        </p>
        <blockquote className="my-4 border-l-2 border-primary pl-4">{consentTexts.sensitiveData.text}</blockquote>
        <p>
          Sem essa autorização não dá para manter um perfil; ao retirá-la em{" "}
          <TextLink to="/configuracoes/dados">Meus dados</TextLink>, o perfil deixa de ser mostrado na hora.
        </p>
      </>
    ),
  },
  {
    title: "Para que usamos",
    body: (
      <ul>
        <li>para prestar o serviço que você pediu: mostrar seu perfil, buscar pessoas e conversar (contrato);</li>
        <li>
          para proteger você e os outros de golpes, abusos e contas de menores de idade (lei e legítimo interesse);
        </li>
        <li>para cumprir obrigações legais, como notas fiscais e registros de acesso (lei);</li>
        <li>para enviar novidades, apenas se você marcar essa opção (consentimento).</li>
      </ul>
    ),
  },
  {
    title: "Quem vê",
    body: (
      <p>
        Só membros com sessão aberta veem seu perfil, e quem você bloquear deixa de ver. Não vendemos dados, não
        mostramos anúncios de terceiros e não usamos ferramentas de rastreamento. Compartilhamos apenas com quem
        processa pagamentos e envia e-mails em nosso nome, e com autoridades quando a lei obriga. Avisos no aparelho
        passam, criptografados, pelo serviço do seu navegador (Google, Mozilla, Apple ou Microsoft), que não lê o texto.
        Os outros membros nunca veem seu e-mail nem o horário exato em que você esteve aqui.
      </p>
    ),
  },
  {
    title: "Fotos",
    body: (
      <p>
        Cada foto é refeita ao chegar: localização, modelo da câmera e outros dados escondidos são descartados. Os
        endereços das fotos não podem ser adivinhados e mudam todos os dias.
      </p>
    ),
  },
  {
    title: "Por quanto tempo",
    body: (
      <p>
        Enquanto a conta existir. Você a exclui em Configurações, “Meus dados”: por {periodText(periods.erasureRegret)}{" "}
        pode desistir do pedido, com o perfil oculto; depois desse prazo, perfil, fotos e conteúdo são apagados, como
        diz a lista abaixo. Notificações ficam {periodText(periods.notifications)}, visitas {periodText(periods.visits)}{" "}
        e cópias dos e-mails enviados {periodText(periods.mails)}. Registros de acesso ficam{" "}
        {periodText(periods.accessLog)} e os de compras, {periodText(periods.purchases)}, porque a lei exige.
      </p>
    ),
  },
  { title: "Tudo o que guardamos, item por item", body: <DataCategories /> },
  {
    title: "Seus direitos",
    body: (
      <p>
        Você pode confirmar, ver, corrigir, copiar e apagar seus dados, retirar autorizações e pedir explicações (LGPD,
        art. 18). Quem tem conta vê, corrige, baixa uma cópia, retira autorizações e exclui a conta em{" "}
        <TextLink to="/configuracoes/dados">Meus dados</TextLink>. Para todo o resto, e para quem não tem conta, há o{" "}
        <TextLink to="/privacidade/pedido">formulário de pedidos</TextLink> e o encarregado abaixo; respondemos em até
        15 dias. Você também pode reclamar à Autoridade Nacional de Proteção de Dados (ANPD).
      </p>
    ),
  },
  {
    title: "Crianças e adolescentes",
    body: (
      <p>
        O serviço é proibido para menores de 18 anos. Se soubermos de uma conta de menor, ela é ocultada na hora e
        encerrada após a análise, e os casos graves são comunicados às autoridades, como manda a Lei 15.211/2025.
      </p>
    ),
  },
  {
    title: "Cookies",
    body: (
      <p>
        Usamos só o necessário para manter sua sessão e a ordem da sua busca. Os detalhes estão em{" "}
        <TextLink to="/cookies">Cookies</TextLink>.
      </p>
    ),
  },
];

export default function Privacy() {
  return (
    <LegalPage
      title="Política de privacidade"
      version={consentTexts.terms.version}
      intro={`Discrição é a base do ${brand.name}. Esta página conta quais dados guardamos, para quê, e como você manda neles, segundo a Lei Geral de Proteção de Dados (Lei 13.709/2018).`}
      sections={sections}
    />
  );
}
