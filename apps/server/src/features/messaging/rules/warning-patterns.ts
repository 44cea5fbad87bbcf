import type { MessageWarning } from "@caramelo/contract/messaging/warnings";

// Everything here is matched against one line of plain text: small letters, no accents, disguises undone. Gaps are
// bounded, so that no text makes an expression slow.

const MONEY = String.raw`(?:\d{2,6}|mil|cem|duzentos|trezentos|quinhentos|dinheiro|grana|valor|reais|dolares|euros|pix)`;
const REQUEST =
  "(?:me (?:da|de|passa|manda|compra|envia|faz|fala|diz|arruma)|mand[ae]|compra|compre|envi[ae]|passa|prefiro|consegue|quero|raspa|serve)";

/** The expressions that cause each warning; one match is enough. */
export const PATTERNS: Partial<Record<MessageWarning, readonly RegExp[]>> = {
  pix_key: [
    /\bchave(?: do| de| e)? ?pix\b|\bpix\b.{0,12}\bchave\b|\bminha chave\b.{0,30}\bpix\b|\bchave aleatoria\b/,
    /\bmeu pix (?:e\b|eh\b|:|aqui|ai\b|no nome|(?:ta|esta|fica) (?:no nome|ai|aqui)|pode ser|celular|telefone|email|e-mail|cpf)/,
    /\bpix (?:copia|e-?mail|celular|telefone|cnpj|cpf|no cnpj|pode ser no)\b|\bcopia e cola\b|br\.gov\.bcb|\b0002012[0-9]/,
    /\bqr ?code\b.{0,30}\b(?:pix|paga|banco|le ele|voce le)\b|\bpicpay\b.{0,10}@|\b(?:pix|paga|pagar|le ele)\b.{0,20}\bqr ?code\b/,
    /\b(?:ag|agencia)\b[ .:]{0,3}\d{3,5}\b.{0,20}\b(?:conta|cc|c\/c|cp)\b|\bconta (?:corrente|poupanca)\b.{0,8}\d{3}/,
    /\b(?:manda|mandar|paga|joga|transfere|pode mandar) n[oa] pics\b/,
  ],
  verification_fee: [
    /\btax(?:a|inha)s? (?:simbolica )?de (?:verificacao|liberacao|seguranca|cadastro|reserva|agendamento|deslocamento|desbloqueio|validacao|autenticacao|registro|confirmacao)\b(?! do (?:hotel|congresso))/,
    /\btax(?:a|inha)\b.{0,30}\b(?:alfandeg\w*|aduan\w*|despachante|encomenda|pacote|caixa que|presentes?|heranca|cartorio|obrigatoria|reembolsavel|provar que)\b/,
    /\b(?:alfandega|encomenda|pacote|presentes?|heranca|advogados)\b.{0,45}\b(?:taxas?|taxinha|custas|pagar|pagando)\b/,
    /\b(?:voce|vc|tu|teria que|tem que|precisa(?:r)?) (?:paga\w*|pagar)\b.{0,15}\btax(?:a|inha)\b|\bpaga (?:a|uma) taxa\b/,
    /\b(?:provar|saber|confirmar|prova) que (?:voce|vc|tu|e) (?:nao )?(?:e|eh|serio|real|de verdade|fake)\b.{0,45}\b(?:paga\w*|pix|custa|verificacao|\d{2,})\b/,
    /\bpag(?:a|ue|ar) [\d.,]{2,7}\b.{0,12}\b(?:pra|para) (?:confirmar|provar|verificar|liberar|desbloquear)\b|\bverificacao paga\b|\bpagamento simbolico\b/,
    /\b(?:exige|pede|cobra)\b.{0,20}\btax(?:a|inha)\b.{0,8}\b\d{2,}/,
    /\bseguro (?:do encontro|da reserva)\b|\breembolsavel\b.{0,20}\b(?:taxa|seguro)\b/,
    /\bheranca\b.{0,30}\b(?:liberada|liberar|metade)\b/,
    /\b(?:verificacao|confirmar que voce e serio)\b.{0,12}\bcusta \d/,
  ],
  advance: [
    /\badiantamento(?:zinho|e)?\b(?! (?:do|de|da|no) (?:13|decimo|salari|ferias)| salarial| das ferias)|\bum adianto\b/,
    /\b(?:me|te|ja te|que) adiant(?:a|e|ar)\b.{0,25}\b(?:\d{2,}|mesada|uber|parte|valor|dinheiro|o do|semana|hoje)\b|\badiantar a mesada\b|\bme adianta (?:hoje|um)/,
    /\b(?:metade|50 ?%|30 ?%|uma parte|\d{2}%)(?: do valor| da mesada)? (?:antes|adiantad[oa])\b|\bmetade (?:agora|pra confirmar|antes)\b.{0,15}\b(?:metade|na hora|no local|depois|resto)\b/,
    /\b(?:so|somente)\b.{0,20}\b(?:vou|encontro|confirmo|saio|marco)\b.{0,20}\b(?:se|com|depois)\b.{0,20}\b(?:deposit\w*|antes|sinal|adiantad\w*|pix)\b/,
    /\b(?:manda|paga|pague|envia|deposita|quero) (?:o|um) sinal\b|\bsinal de \d{2,}|\bcaucao\b/,
    /\b(?:manda|mande|paga|pague|envia|deposita|deposite)\b (?:\S{1,12} ){0,4}(?:uber|passagem|taxi)\b.{0,12}\b(?:antes|primeiro|adiantad\w*)\b|\bmanda o (?:do|valor do?) (?:uber|taxi)\b/,
    /\bpassagem\b.{0,30}\b(?:manda o valor|no meu pix|antes|adiantad\w*)\b|\bpassagem (?:sao|e|custa) \d{2,}.{0,25}\bmanda\b/,
    /\b(?:deposit(?:a|e|ar)|mand(?:a|e|ar)|pag(?:a|ue|ar|amento)|valor|envia)\b (?:\S{1,12} ){0,5}(?:antecipad[oa]|adiantad[oa])\b/,
    /\bantes (?:de te|do encontro|de a gente)\b.{0,30}\b(?:mand(?:e|a)|deposit\w+|pague|paga|pix)\b|\b(?:mand(?:e|a)|deposit\w+|pague|envi(?:a|e))\b.{0,30}\bantes (?:do encontro|de te ver|pra eu confiar|pra mostrar)\b/,
    /\bdeposite? antes\b|\bdepositar antes\b|\bprova de (?:confianca|compromisso)\b.{0,30}\b(?:manda|envia|pix|\d{2,})\b/,
    /\b(?:valor|algo) (?:simbolico|adiantado)\b.{0,25}\b(?:antes|pra|para)\b|\bprimeiro o presente\b.{0,30}\b(?:pix|\d{2,})\b/,
    /\bcusto do envio\b|\bse mandar \d{2,}\b|\buber\b.{0,12}\bantes que\b|\bcobro \d{2}% adiantado\b/,
  ],
  gift_card: [
    new RegExp(
      String.raw`\b${REQUEST}\b.{0,40}\b(?:gift ?-?card|cartao (?:presente|da google|google|play|da play|da apple|apple|itunes|steam|razer|xbox|da xbox|netflix)|vale ?-?presente|vale (?:do|da) uber)`,
    ),
    new RegExp(
      String.raw`\b(?:gift ?-?card|cartao[ -]presente|cartao (?:razer|itunes|steam|google play|da xbox|da play store)|vale ?-?presente)\b.{0,45}\b(?:codigo|${REQUEST.slice(3, -1)}|qualquer valor|pode ser|mais discreto)\b`,
    ),
    /\bgift ?-?card (?:\S{1,8} )?de \d{2,}/,
    /\b(?:bota|coloca|poe|ponha|coloque|faz|faca|me faz)\b.{0,18}\b(?:credito|recarga)\b.{0,30}\b(?:celular|numero|chip|tim|vivo|claro|oi)\b/,
    /^(?:.{0,20}\b)?recarreg(?:a|ue) (?:o )?meu (?:celular|chip|numero)|\brecarga (?:da|de|na) (?:tim|vivo|claro|oi)\b/,
  ],
  fake_receipt: [
    /\b(?:segue|olha|olhe|mandei|te mandei|enviei|ta ai|em anexo)\b.{0,12}\bcomprovante\b(?! d[eao] (?:residencia|vacina|matricula|compra))/,
    /\bcomprovante\b.{0,50}\b(?:caiu|devolv\w*|devolva|libera\w*|bloquead\w*|desbloque\w*|deposito|taxa|ta ai|enviado|em anexo|estorn\w*|me volta)\b/,
    /(?<!golpe d[oe] )\bpix (?:(?:esta|ta|foi) )?agendado\b|\bagendei o pix\b|\bdeposito em envelope\b/,
    /\b(?:mandei|transferi|enviei|paguei|fiz)\b.{0,25}\b(?:a mais|errado|valor maior|por engano|sem querer)\b.{0,40}\b(?:devolv\w*|estorn\w*|volta|de volta)\b/,
    /\b(?:banco|sistema)\b.{0,15}\b(?:segurou|bloqueou|reteve|pede)\b.{0,40}\b(?:transferencia|deposito|pagar|pague|pra cair|iof)\b/,
    /\b(?:desbloquear|liberar?) o (?:valor|pix|deposito|pagamento)\b|\bem analise\b.{0,12}\bso libera\b|\bpagamento (?:esta )?pendente\b.{0,20}\b(?:pagar|pague)\b/,
  ],
  money_request: [
    /\bempresta(?:r)? (?:uns |umas )?(?:\d{2,}|mil|cem|dinheiro|grana|qualquer)|\bemprestimo de \d/,
    /(?<!nao )\b(?:faz|faca|me faz|manda|mande|me manda|envia|joga|prova com|ajuda (?:com .{0,25})?no)(?: rapidinho)?(?: um| uns| o| qualquer)? (?:pix|pixzinho|pixinho|piquinho)\b/,
    /\bme (?:transfere|faz uma transferencia)\b|\btransfere (?:\d{2,}|pra mim|um valor)|\bconsegue me transferir\b|\bfaz uma transferencia pra mim\b/,
    /\b(?:manda|me manda|mande|me envia|envia|envie|me arruma|arruma|me arranja|me da|vc me arruma|voce me arruma)\b (?:uns )?(?:\d{2,} ?(?:reais|conto|pila|dolares|euros|por favor|amor|hoje|ai|$|,|que)|dinheiro|o dinheiro|grana|cem|mil reais)/,
    /\bme ajuda (?:com|a comprar|a pagar)\b.{0,35}\b(?:\d{2,} ?(?:reais|conto)?|aluguel|remedio|gas|luz|boleto|vence|mil reais|qualquer (?:valor|coisa) no pix)\b/,
    /\bprecis(?:o|ando|ava)(?: muito| urgente| tanto)? de (?:uns )?(?:\d{3,}\b(?! ?(?:g|ml|km|m|paginas|horas|pessoas|gramas)\b)|\d{2,} (?:reais|conto|dolares|pila)|dinheiro|mil reais|uma grana|um emprestimo|uma forcinha)/,
    /\bprecis(?:o|a|ando)\b.{0,12}\bpagar\b.{0,45}\b(?:hoje|me (?:ajuda|manda)|senao|despej\w*|\d{3,})\b.{0,40}\b(?:me (?:ajuda|manda)|\d{2,}|senao|despej\w*)/,
    /\bprecis\w+ que (?:voce |vc )?(?:me )?(?:envie|mande|pague|quite|transfira)\b.{0,20}\b(?:dinheiro|valor|\d{2,}|boleto|conta)\b/,
    /\b(?:paga|pague|quita|quitasse|pagasse) (?:um|o|meu|minha|esse|essa) (?:boleto|conta|aluguel|luz|internet|fatura)\b|\bte mando o boleto\b/,
    new RegExp(
      String.raw`\b(?:cortaram|sem dinheiro|to sem nada|sem nada|passando fome|assaltad[ao]|perdi (?:minha|a) carteira|clon(?:ou|aram)|conta bloque\w+|bloquearam|internad[ao]|hospital|remedio|clinica|infarto|despej\w+|doente|missao|aeroporto|fome|quebrou)\b.{0,70}\b(?:me (?:ajuda|manda|empresta|envia|transfere|salva)|manda|ajuda|envie|consegue|preciso|quer|comprar)\b.{0,40}\b${MONEY}\b`,
    ),
    /\bprecis\w+ de ajuda\b.{0,20}\b(?:pagar|voo|passagem|financeira|dinheiro)\b|\bsem dinheiro\b.{0,25}\bmanda\b/,
    /\bprova\b.{0,10}\bcom (?:um )?pix\b|\b(?:ajuda|qualquer coisa|qualquer valor)\b.{0,20}\bno pix\b|\bqualquer valor ajuda\b/,
    /\btransferir? \d{2,}|\buma? (?:forcinha|ajudinha|ajuda)\b.{0,30}\b(?:uns )?\d{3,}/,
  ],
  investment: [
    /\b(?:lucro|renda|ganho|retorno)(?: extra)? (?:garantid[oa]|fix[oa] de|cert[oa] todo)|\brenda extra garantida|\bsinais certeiros\b/,
    /\b\d{1,3} ?% (?:ao|por|a cada) dia\b|\brobo (?:de |do )?trad\w*|\barbitragem de cripto|\bmineracao de cripto/,
    /\b(?:dobra|multiplica|triplica)\w*\b.{0,15}\b(?:seu|o|teu) (?:dinheiro|que voce|investimento|valor)|\beu multiplico\b/,
    /\b(?:deposita|deposite|investe|invista|coloca|coloque)\b.{0,14}\b(?:\d{2,}|usdt)\b.{0,45}\b(?:recebe|ganha|devolvo|multiplic\w*|comecar|corretora|opero|trade|joguinho|horario|hoje)\b/,
    /\b(?:tigrinho|joguinho|plataforma(?: nova)?)\b.{0,35}\b(?:deposit\w*|pagando|ganha \d|saca|rende|te ensino)\b|\bdeposita \d{2,} (?:no|na)\b/,
    /\b(?:usdt|forex|day trade|cripto\w*|bitcoin)\b.{0,60}\b(?:ensin\w+|ganhar|plataforma|lucr\w+|opero|multiplic\w*|minimo \d|rende|deposit\w+)\b/,
    /\bganh(?:o|ar|e)\b.{0,12}\d{2,}.{0,12}\b(?:por|ao|a cada) (?:dia|semana)\b.{0,45}\b(?:plataforma|ensino|celular|me chama|te explico)\b|\bmarketing multinivel\b/,
    /\b(?:deposita|coloca)\b.{0,10}\b(?:usdt|bitcoin|cripto)\b/,
  ],
  access_code: [
    /\bvai chegar um (?:codigo|sms)\b|\bte mandei um codigo\b|\bchegou (?:um |o )?(?:sms|codigo)\b.{0,35}\b(?:digita|me|qual|manda|passa)\b/,
    /(?<!nao )\b(?:manda|passa|fala|diz|envia|informa|digita|preciso do?s?)\b.{0,22}\b(?:codigo|token|numerozinho|digitos)\b.{0,30}\b(?:sms|chegou|recebeu|whats\w*|banco|verificacao|app|te (?:mandou|enviou)|celular)\b/,
    /\b(?:codigo|token)\b.{0,14}\b(?:de|com) (?:6|seis|4|quatro) digitos\b|\b(?:seis|6) digitos (?:que|do)\b/,
    /\bcvv\b|\bnumeros? d[ao] frente\b|\bfoto do (?:seu|teu) cartao\b|\bcartao de credito dos dois lados\b/,
    /\b(?:qual|passa|manda|preciso d[ae]|informa)\b.{0,10}\bsenha\b.{0,14}\b(?:app|banco|cartao|gov|email|conta)\b/,
    /\bpreciso do token\b|\b(?:any ?desk|team ?viewer|rust ?desk)\b/,
  ],
  paid_sex: [
    /\bfaco programas?\b|\b(?:valor|preco) d[oe] programa\b|\bquanto (?:e|custa|fica|ta) (?:o|seu) programa\b|\bprograma \d{2,} (?:reais )?a hora\b/,
    /\bquanto (?:voce |vc |tu |c )?cobras?\b.{0,25}\b(?:hora|noite|sair|transar|programa|completo|pernoite|ficar)\b|\b(?:anal|oral)\b.{0,12}\bquanto cobra|\bquanto cobra\?$/,
    /\b\d{2,4}(?: reais)? (?:a|por|1|uma|por 1|por uma) ?h(?:ora)?\b.{0,35}\b(?:boca|completo|frescura|motel|com tudo|oral|local|anal)\b|\b(?:atendo|acompanhante|cache|motel|completo|boca)\b.{0,45}\b\d{2,4}(?: reais)? (?:a|por|1|uma|por 1) ?h(?:ora)?\b/,
    /\batendo (?:com|em|sem) (?:local|motel|domicilio)\b|\b(?:cobro|valor|hora) .{0,20}\bpernoite\b|\bpernoite \d{3,}/,
    /\b(?:meu|seu|teu) cache\b.{0,20}\b(?:hora|noite|programa)\b|\bvalor da hora \d/,
    /\b(?:te )?pago \d{2,}\b.{0,14}\b(?:transar|sexo|ficar comigo|dormir|foder|comer)\b|\bsexo por dinheiro\b/,
    /\b(?:vendo|vendendo|pacote|pack)\b.{0,25}\b(?:nudes?|pelad[ao]s?|videos? (?:safad|intim|quente)\w*|fotos (?:pelad|intim|quente)\w*)\b|\bvendo (?:pack|nudes)\b/,
    /\b(?:video ?chamada|chamada(?: de video)?|videochamada)\b (?:pelad[ao]|safad[ao]|quente)\b.{0,20}\d/,
  ],
  cpf: [
    /\b(?:seu|teu) (?:numero do |c ?p ?f\b|cpf)|\bcpf (?:completo|do titular)\b|\bcpf e (?:a )?(?:data|nome|rg|o nome)/,
    /\b(?:manda|passa|preciso do|informa|fala)\b.{0,30}\bcpf\b/,
    /\bcp ?f\b.{0,8}\bme passa\b/,
  ],
  email: [
    /\b(?:meu|no meu|minha)(?: e-?mail)? (?:gmail|hotmail|outlook|yahoo)\b.{0,4}\b(?:e|que e|eh)\b|\bmeu e-?mail (?:e|eh)\b/,
    /@ ?(?:gmail|hotmail|outlook|yahoo|icloud|proton|uol|bol|live|ymail)(?:\.| ?\. ?| )(?:com|br|me)\b/,
    /(?<=[a-z0-9][a-z0-9._%+-]{1,63})@[a-z0-9-]{2,40}\.(?:com|net|org|br|me|io|info|co)\b/,
  ],
  link: [
    /\b(?:telegra[mn]|kik|zangi|signal|wickr|snapchat)\b.{0,28}(?:@\w{3,}|\d{4}|\busuario\b|\bme (?:adiciona|add|procura)\b)|\b(?:add|adiciona|procura|acha) n?o? ?(?:zangi|kik|telegra[mn]|signal)\b.{0,10}\d{3}/,
    /\.apk\b|\binstalar? (?:esse|este|o) apk\b/,
  ],
};

/** Words around a number that speak of calling or of a number. */
export const CALLING =
  /\b(?:zap\w*|whats\w*|wpp|whatsapp|ddd|liga|me liga|ligar|chama|telefone|celular|contato|numero|msg|add|fone|tel)\b/;
/** A random Pix key. It mixes digits and letters, so it is matched before `readWords` turns digits into letters. */
export const RANDOM_KEY = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/;
/** Words that make a number in the same message a Pix key. */
export const PAYING = /\bpix\b|\bchave\b/;
