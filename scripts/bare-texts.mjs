// The check of texts in components: a page must survive the browser's translator. The translator replaces each text by
// elements that React does not know, so React throws when it removes that text, or puts something before it.
import { parseSync } from "@swc/core";

/** Names of values that are texts. Other names cannot be judged without types. */
const TEXT_NAME = /(?:label|text|name|title|word|hint|lead)$/i;

/**
 * What an expression among the children draws: texts, elements, and whether that changes.
 * @typedef {{ hasText: boolean, isConditional: boolean }} Drawn
 */

/** @param {any} node @returns {Drawn} */
function judgeExpression(node) {
  switch (node.type) {
    case "ParenthesisExpression":
      return judgeExpression(node.expression);
    case "StringLiteral":
    case "NumericLiteral":
    case "TemplateLiteral":
      return { hasText: true, isConditional: false };
    case "Identifier":
      return { hasText: TEXT_NAME.test(node.value), isConditional: false };
    case "MemberExpression":
      return { hasText: TEXT_NAME.test(node.property.value ?? ""), isConditional: false };
    case "CallExpression":
      return { hasText: TEXT_NAME.test(node.callee.value ?? ""), isConditional: false };
    case "BinaryExpression":
      return { hasText: judgeExpression(node.right).hasText, isConditional: node.operator === "&&" };
    case "ConditionalExpression": {
      const branches = [judgeExpression(node.consequent), judgeExpression(node.alternate)];
      const hasText = branches.some((branch) => branch.hasText);
      // One text in place of another is only changed, and one element in place of another is put where the old one was.
      return { hasText, isConditional: !branches.every((branch) => branch.hasText && !branch.isConditional) };
    }
    case "JSXFragment":
      return { hasText: node.children.some(isText), isConditional: false };
    default:
      return { hasText: false, isConditional: false };
  }
}

/** @param {any} child of an element */
const isText = (child) => judgeChild(child)?.hasText === true;

/** Whether a fragment with texts comes and goes. A text alone in its element may, because React then empties the element. @param {any} child */
const isFragmentWithText = ({ expression }) =>
  [expression?.right, expression?.consequent, expression?.alternate].some(
    (branch) => branch?.type === "JSXFragment" || branch?.expression?.type === "JSXFragment",
  ) && judgeExpression(expression).hasText;

/** @param {any} child of an element @returns {Drawn | undefined} undefined for line breaks, which draw nothing */
function judgeChild(child) {
  if (child.type === "JSXText")
    return /\S/.test(child.value) || !child.value.includes("\n") ? { hasText: true, isConditional: false } : undefined;
  if (child.type !== "JSXExpressionContainer") return { hasText: false, isConditional: false };
  return child.expression.type === "JSXEmptyExpression" ? undefined : judgeExpression(child.expression);
}

/** @param {any[]} children */
function hasBareText(children) {
  if (children.some(isFragmentWithText)) return true;
  const drawnChildren = children.map(judgeChild).filter((child) => child !== undefined);
  return (
    drawnChildren.length > 1 &&
    drawnChildren.some(({ hasText }) => hasText) &&
    drawnChildren.some(({ isConditional }) => isConditional)
  );
}

/**
 * What is wrong with the texts of a component, in words.
 * @param {string} file
 * @param {string} source
 * @returns {string[]}
 */
export function judgeTexts(file, source) {
  if (!file.startsWith("apps/web/app/") || !file.endsWith(".tsx")) return [];
  /** @type {string[]} */
  const elements = [];
  /** @param {unknown} node */
  function visit(node) {
    if (node === null || typeof node !== "object") return;
    if ("children" in node && Array.isArray(node.children) && hasBareText(node.children)) {
      const name = "opening" in node ? /** @type {any} */ (node.opening).name?.value : "";
      elements.push(`<${name ?? ""}>`);
    }
    for (const value of Object.values(node)) visit(value);
  }
  visit(parseSync(source, { syntax: "typescript", tsx: true }).body);
  return elements.map(
    (element) => `text stands in ${element} beside something that comes and goes; give it an element of its own`,
  );
}
