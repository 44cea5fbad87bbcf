// What the launcher tells the person at the terminal, and how it gives up.

/** @param {string} line */
export function say(line) {
  process.stdout.write(`${line}\n`);
}

/** A fault that the person can act on: its message is all that is shown, without a stack. */
const PLAIN = "CarameloFault";

/**
 * @param {string} message
 * @returns {Error}
 */
export function plainFault(message) {
  const fault = new Error(message);
  fault.name = PLAIN;
  return fault;
}

/**
 * The text to show for a fault: a plain sentence for those we foresaw, everything for the others.
 * @param {unknown} fault
 */
export function wordFault(fault) {
  if (!(fault instanceof Error)) return String(fault);
  return fault.name === PLAIN ? fault.message : (fault.stack ?? fault.message);
}

/** @param {number} milliseconds */
export function wordSeconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
