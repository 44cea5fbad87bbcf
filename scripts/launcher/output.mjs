// Prints for the person at the terminal. Also makes the errors that this person can act on, which are shown without a
// stack.

/** @param {string} line */
export function print(line) {
  process.stdout.write(`${line}\n`);
}

/** The name of errors that the person can act on. Only their message is shown, without a stack. */
const EXPECTED = "CarameloError";

/**
 * @param {string} message
 * @returns {Error}
 */
export function expectedError(message) {
  const error = new Error(message);
  error.name = EXPECTED;
  return error;
}

/**
 * The text to show for an error: the message of an expected one, the stack of any other.
 * @param {unknown} error
 */
export function formatError(error) {
  if (!(error instanceof Error)) return String(error);
  return error.name === EXPECTED ? error.message : (error.stack ?? error.message);
}

/** @param {number} milliseconds */
export function formatSeconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
