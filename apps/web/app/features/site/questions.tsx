import { brand } from "@caramelo/contract/brand/brand";
import { AGE_MIN, SESSION_REMEMBERED_DAYS, WITHDRAWAL_ANSWER_DAYS, WITHDRAWAL_DAYS } from "@caramelo/contract/limits";
import { periods, periodText } from "@caramelo/contract/personal-data/periods";
import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { TextLink } from "~/ui/basics/link.tsx";
import { offers } from "./rules.ts";

export type Question = { question: string; answer: ReactNode };

const ALL_PRICES = offers.map(({ name, price, term }) => `${name}: ${price} (${term})`).join("; ");

/** The questions that matter most for a visitor's sign-up. */
export const firstQuestions: readonly Question[] = [
  {
    question: "Quanto custa?",
    answer: (
      <>
        <p>
          Criar a conta, montar o perfil, buscar, favoritar e ler mensagens é grátis. Sugar Babies também escrevem sem
          pagar. Sugar Daddies e Sugar Mommies escrevem com fichas ou com o Premium.
        </p>
        <p>
          Estes são os preços finais. {ALL_PRICES}. Nada se renova sozinho, e em até {WITHDRAWAL_DAYS} dias você desfaz
          a compra e recebe tudo de volta. A partir da segunda compra desfeita, se você usou mais de 10% dela, nossa
          equipe decide e responde em até {WITHDRAWAL_ANSWER_DAYS} dias.
        </p>
      </>
    ),
  },
  {
    question: "Quem vê o meu perfil?",
    answer: (
      <p>
        Só quem tem conta e entrou: Sugar Babies veem Sugar Daddies e Mommies, e vice-versa. Pessoas que você bloqueia
        deixam de ver você, e nada do seu perfil aparece em buscadores. Nossa equipe vê perfis para cuidar da segurança.
      </p>
    ),
  },
  {
    question: "Os perfis são verificados?",
    answer: (
      <p>
        Os que mostram o selo, sim: uma pessoa da nossa equipe conferiu documento, selfie e data de nascimento. Os
        documentos ficam criptografados e são apagados 24 horas depois de aprovados. Mesmo assim, converse com calma,
        desconfie de pressa e leia as dicas de <TextLink to="/seguranca">Segurança</TextLink>.
      </p>
    ),
  },
  {
    question: "Que idade preciso ter?",
    answer: (
      <p>
        Pelo menos {AGE_MIN} anos, sem exceção. Se um perfil parecer de menor de idade, denuncie com o motivo “Menor de
        idade”: ele pode ser ocultado na hora, até alguém da equipe analisar.
      </p>
    ),
  },
];

/** The other questions of /faq, by subject. */
export const moreQuestions: readonly { title: string; questions: readonly Question[] }[] = [
  {
    title: "Conversas",
    questions: [
      {
        question: "Para que servem fichas e conversas?",
        answer: (
          <p>
            Cada mensagem enviada usa uma ficha, e a primeira mensagem a uma pessoa usa também uma conversa. Depois de
            aberta, a conversa continua aberta: para seguir nela bastam as fichas. Mensagem que não chega não gasta
            nada.
          </p>
        ),
      },
      {
        question: "A outra pessoa sabe quando li a mensagem?",
        answer: <p>Sim. Mensagens lidas mostram dois tiques e a hora da leitura, para os dois lados.</p>,
      },
      {
        question: "O que acontece quando excluo uma conversa?",
        answer: <p>Ela some da sua lista. A outra pessoa continua com a cópia dela.</p>,
      },
    ],
  },
  {
    title: "Discrição",
    questions: [
      {
        question: "Posso esconder que estou online?",
        answer: (
          <p>
            Sim, em Configurações. Mesmo sem isso, ninguém vê o horário exato em que você entrou: apenas “Online”,
            “Online Recente” ou “Offline”, e “Disponível” se você aceitou aparecer assim nos horários de pico.
          </p>
        ),
      },
      {
        question: "Os avisos mostram nomes?",
        answer: (
          <p>
            Não, a menos que você permita. E-mails e avisos no aparelho dizem só que há uma novidade. Os títulos das
            páginas também podem ficar neutros.
          </p>
        ),
      },
      {
        question: "Minhas fotos revelam onde eu estava?",
        answer: (
          <p>
            Não pelos dados do arquivo: cada foto é refeita quando chega, sem localização nem modelo da câmera. Preste
            atenção ao que aparece na imagem, como a fachada de casa ou um crachá.
          </p>
        ),
      },
    ],
  },
  {
    title: "Sua conta",
    questions: [
      {
        question: "Esqueci minha senha. E agora?",
        answer: (
          <p>
            Na tela de entrada, toque em “Esqueci minha senha”. Se o e-mail tiver uma conta, enviamos um link que vale
            por 24 horas e funciona uma vez. A nova senha encerra as sessões abertas em todos os aparelhos.
          </p>
        ),
      },
      {
        question: "Por quanto tempo minha conta fica aberta?",
        answer: (
          <p>
            Com “Lembrar de mim”, {SESSION_REMEMBERED_DAYS} dias. Sem essa opção, até fechar o navegador. Em
            Configurações você vê os aparelhos conectados e pode sair de cada um deles.
          </p>
        ),
      },
      {
        question: "Posso sumir por um tempo?",
        answer: (
          <p>
            Sim. Em Configurações, desative a conta: seu perfil desaparece para todo mundo. Para voltar, basta entrar de
            novo com a sua senha.
          </p>
        ),
      },
      {
        question: "Como apago meus dados?",
        answer: (
          <p>
            Em Configurações, abra <TextLink to="/configuracoes/dados">Meus dados</TextLink> e escolha “Excluir minha
            conta”. Você tem {periodText(periods.erasureRegret)} para mudar de ideia. Se não consegue entrar, escreva
            para <b>{brand.dataContact}</b>.
          </p>
        ),
      },
      {
        question: "Funciona como aplicativo?",
        answer: (
          <p>
            Sim, sem loja: no menu do navegador escolha “Instalar” ou “Adicionar à tela inicial”. Sem internet, as
            últimas listas e conversas continuam legíveis no aparelho em que você entrou.
          </p>
        ),
      },
    ],
  },
];

/** Questions whose answers open on press, even without JavaScript. */
export function Questions({ questions }: { questions: readonly Question[] }) {
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface">
      {questions.map(({ question, answer }) => (
        <details key={question} className="group border-line [&+&]:border-t">
          <summary className="flex min-h-13 cursor-pointer list-none items-center justify-between gap-4 px-4 py-3 font-semibold -outline-offset-2 md:px-5 [&::-webkit-details-marker]:hidden">
            {question}
            <ChevronDown
              aria-hidden
              className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
              strokeWidth={1.75}
            />
          </summary>
          <div className="max-w-[68ch] px-4 pb-4 text-muted md:px-5 [&_p+p]:mt-2">{answer}</div>
        </details>
      ))}
    </div>
  );
}
