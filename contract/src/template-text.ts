/** The variables of a template, and a template filled in for one order. Pure, and without zod. */

/** By name, what each stands for. */
export const templateVariables = {
  nama: 'The name of the person',
  invoice: 'The ID of the order',
  kursus: 'The name of the course',
  tanggal: 'The day of the order',
  petugas: 'Who handles it in customer service',
} as const;
type Variable = keyof typeof templateVariables;
export type TemplateValues = Readonly<Record<Variable, string>>;

const placeholder = /\{([^{}]*)\}/g;

const isVariable = (name: string): name is Variable => Object.hasOwn(templateVariables, name);

/** The names in braces that stand for nothing. */
export const unknownVariables = (text: string): string[] =>
  [...text.matchAll(placeholder)].map(([, name = '']) => name).filter((name) => !isVariable(name));

/** The text with its variables filled in; the space before a value that is empty goes with it. */
export const filledTemplate = (text: string, values: TemplateValues): string =>
  text.replace(/ ?\{([^{}]*)\}/g, (whole, name: string) => {
    if (!isVariable(name)) return whole;
    const value = values[name].trim();
    return value && (whole.startsWith(' ') ? ` ${value}` : value);
  });
