/** Text of broadcasts: variables of the desk's templates that have a value for every person. Pure, and without zod. */
import { type TemplateValues, filledTemplate, unknownVariables } from '../order-tracking/template-text.ts';

/** `petugas`: who sends the broadcast. */
export const broadcastVariables = ['nama', 'petugas'] as const;

const none: TemplateValues = { nama: '', invoice: '', kursus: '', tanggal: '', petugas: '', tautan: '' };

/** Message about the first variable that broadcasts do not have; undefined if there is none. */
export function unknownInBroadcast(text: string): string | undefined {
  const others = Object.keys(none).filter((name) => !(broadcastVariables as readonly string[]).includes(name));
  const unknown = unknownVariables(text)[0] ?? others.find((name) => text.includes(`{${name}}`));
  const known = broadcastVariables.map((name) => `{${name}}`).join(', ');
  return unknown === undefined ? undefined : `There is no variable {${unknown}} here: use ${known}`;
}

/** Text to a person. */
export const broadcastText = (text: string, nama: string, petugas: string): string =>
  filledTemplate(text, { ...none, nama, petugas });

/** Body of a WhatsApp template with its parameters; those that are empty yet stay as they are. */
export const filledParameters = (body: string, parameters: readonly string[]): string =>
  body.replace(/\{\{(\d+)\}\}/g, (whole, n: string) => parameters[Number(n) - 1] || whole);
