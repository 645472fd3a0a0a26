/** Superscripts and subscripts as text: `2¹⁰`, `x^(a+b)`, `H₂O`. */

const raised = new Map([...'0123456789+-−=()ni'].map((one, at) => [one, [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ'][at]!]));
const lowered = new Map([...'0123456789+-−=()'].map((one, at) => [one, [...'₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎'][at]!]));

/** Text of a superscript or subscript: by signs of Unicode, else behind `^` or `_`. */
export function script(kind: 'sup' | 'sub', content: string): string {
  const text = content.trim();
  const signs = kind === 'sup' ? raised : lowered;
  if ([...text].every((one) => signs.has(one))) return [...text].map((one) => signs.get(one)).join('');
  const mark = kind === 'sup' ? '^' : '_';
  return /^\(.*\)$/s.test(text) ? `${mark}${text}` : `${mark}(${text})`;
}
