/** Variables of a message template, and filling in a template for one order. Pure, and without zod. */

/** Meaning of each variable. */
export const templateVariables = {
  nama: 'The name of the person',
  invoice: 'The ID of the order',
  kursus: 'The name of the course',
  tanggal: 'The day of the order',
  petugas: 'Who handles it in customer service',
  tautan: 'The payment link of the order',
} as const;
type Variable = keyof typeof templateVariables;
export type TemplateValues = Readonly<Record<Variable, string>>;

const placeholder = /\{([^{}]*)\}/g;

const isVariable = (name: string): name is Variable => Object.hasOwn(templateVariables, name);

/** Whether a template has the payment link, which only some orders have. */
export const needsLink = (text: string): boolean => text.includes('{tautan}');

/** Names in braces that are not variables. */
export const unknownVariables = (text: string): string[] =>
  [...text.matchAll(placeholder)].map(([, name = '']) => name).filter((name) => !isVariable(name));

/** Fills in the variables; the space before an empty value is removed. */
export const filledTemplate = (text: string, values: TemplateValues): string =>
  text.replace(/ ?\{([^{}]*)\}/g, (whole, name: string) => {
    if (!isVariable(name)) return whole;
    const value = values[name].trim();
    return value && (whole.startsWith(' ') ? ` ${value}` : value);
  });
