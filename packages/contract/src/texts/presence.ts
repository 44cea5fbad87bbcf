/** The staff's text about the job that chooses available members. */
export const availabilityJobText =
  "Automático às 9h, 13h e 18h, horário de São Paulo. Quem foi sorteado aparece como “Disponível”.";
