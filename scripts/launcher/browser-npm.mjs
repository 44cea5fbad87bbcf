/** @returns {Promise<string | undefined>} */
export async function browserFromNpm() {
  return undefined;
}
