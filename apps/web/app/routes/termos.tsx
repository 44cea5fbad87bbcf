import { consentTexts } from "@caramelo/contract/accounts/consents";
import { brand } from "@caramelo/contract/brand/brand";
import { AGE_MIN } from "@caramelo/contract/limits";
import { LegalPage } from "~/features/legal/legal-page.tsx";
import { publicMeta } from "~/features/shell/screen/page-title.ts";
import { TextLink } from "~/ui/basics/link.tsx";

export const meta = () =>
  publicMeta(
    "Termos de uso",
    `As regras para usar o ${brand.name}, em português claro: quem participa, o que não é permitido, compras e como sair.`,
  );

const sections = [
  {
    title: "Quem pode participar",
    body: (
      <p>
        Só pessoas com {AGE_MIN} anos ou mais, que criam uma única conta, com dados verdadeiros e fotos próprias. Não
        aceitamos menores de 18 anos em nenhuma hipótese: contas suspeitas são ocultadas, analisadas e encerradas, como
        manda o Estatuto Digital da Criança e do Adolescente (Lei 15.211/2025). Podemos pedir documentos para confirmar
        a idade.
      </p>
    ),
  },
  {
    title: "O que oferecemos",
    body: (
      <p>
        Um espaço para pessoas adultas se conhecerem: perfis, busca, favoritos e mensagens. Não somos agência, não
        marcamos encontros, não garantimos resultados e não participamos do que as pessoas combinam entre si.
      </p>
    ),
  },
  {
    title: "O que não é permitido",
    body: (
      <ul>
        <li>oferecer, pedir ou intermediar sexo em troca de pagamento, ou explorar outra pessoa;</li>
        <li>envolver menores de 18 anos em conversas, fotos ou pedidos;</li>
        <li>publicar nudez, fotos de outras pessoas ou imagens íntimas sem consentimento;</li>
        <li>ameaçar, perseguir, discriminar, aplicar golpes ou pedir dinheiro e dados bancários;</li>
        <li>criar perfis falsos, usar robôs ou copiar dados de outros membros.</li>
      </ul>
    ),
  },
  {
    title: "Suas fotos e textos",
    body: (
      <p>
        Continuam seus. Você nos autoriza a guardá-los e mostrá-los dentro do {brand.name} enquanto a conta existir, só
        para o serviço funcionar. Retiramos das fotos a localização e os dados da câmera antes de guardar.
      </p>
    ),
  },
  {
    title: "Segurança e denúncias",
    body: (
      <p>
        Qualquer membro pode bloquear e denunciar um perfil, e uma pessoa da nossa equipe analisa a denúncia. Uma
        suspeita de menor de idade pode ocultar o perfil até a análise. Podemos ocultar conteúdo, suspender ou encerrar
        contas que descumpram estes termos, e atendemos às autoridades nos casos previstos em lei, como o Marco Civil da
        Internet (Lei 12.965/2014). Quem discordar de uma decisão pode recorrer uma vez, em Avisos da equipe ou pelo
        link do e-mail.
      </p>
    ),
  },
  {
    title: "Compras",
    body: (
      <p>
        Criar a conta é gratuito, e Sugar Babies escrevem sem pagar. Recursos pagos mostram o preço completo, o que
        incluem e por quanto tempo antes da compra, e nenhum se renova sozinho. Você pode desistir em até 7 dias e
        receber de volta o valor pago (Código de Defesa do Consumidor, art. 49). A partir da segunda desistência, se
        você usou mais de 10% desta compra ou de outra que desfez antes, ou se o dinheiro de outra ainda está voltando,
        nossa equipe decide e responde com o motivo em até 5 dias; até lá, a compra de fichas fica em pausa.
      </p>
    ),
  },
  {
    title: "Encerrar a conta",
    body: (
      <p>
        Você pode sair quando quiser. Em Configurações, desativar a conta oculta seu perfil de todos; entrar de novo com
        a sua senha a reativa. O que acontece com os seus dados está na{" "}
        <TextLink to="/privacidade">Política de privacidade</TextLink>.
      </p>
    ),
  },
  {
    title: "Mudanças nestes termos",
    body: (
      <p>
        Se algo importante mudar, avisamos antes e pedimos um novo aceite quando a lei exigir. Valem as leis do Brasil,
        e você pode recorrer ao foro da sua cidade.
      </p>
    ),
  },
];

export default function Terms() {
  return (
    <LegalPage
      title="Termos de uso"
      version={consentTexts.terms.version}
      intro={`Estas são as regras para usar o ${brand.name}. Ao criar uma conta, você concorda com elas.`}
      sections={sections}
    />
  );
}
