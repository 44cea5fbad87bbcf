// A terminal that is gone or a full disk must not end what was started.
process.stdout.on("error", () => {});

/** Prints for the person at the terminal. @param {string} line */
export function print(line) {
  process.stdout.write(`${line}\n`);
}

/** The name of errors that the person can act on. Only their message is shown, without a stack. */
const EXPECTED = "CarameloError";

/** @param {string} message */
export const expectedError = (message) => Object.assign(new Error(message), { name: EXPECTED });

/**
 * The text to show for an error: the message of an expected one, the stack of any other.
 * @param {unknown} error
 */
export function formatError(error) {
  if (!(error instanceof Error)) return String(error);
  return error.name === EXPECTED ? error.message : (error.stack ?? error.message);
}

/** @param {number} milliseconds */
export const formatSeconds = (milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`;
