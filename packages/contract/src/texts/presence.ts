/** What the staff reads about the job that draws who is available. */
export const availabilityJobText =
  "Automático às 9h, 13h e 18h, horário de São Paulo. Quem foi sorteado aparece como “Disponível”.";
