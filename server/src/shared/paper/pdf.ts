/** Base of PDFs: fonts, colours, and documents whose bytes depend on nothing but what is drawn. Loaded on first use: pdfkit takes 20 MB. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import PdfDocument from 'pdfkit';
import { isPrintable } from '#contract/certificate/rules.ts';
import type { Tenant } from '#contract/kernel/endpoint.ts';

export type Document = InstanceType<typeof PdfDocument>;

const fontFile = (name: string) => readFileSync(join(import.meta.dirname, 'fonts', name));
/** Inter, reduced to the letters of `isPrintable` and without layout tables, which are slow to load (fonts/LICENSE). */
const fonts = { regular: fontFile('inter-regular.ttf'), bold: fontFile('inter-semibold.ttf') };
export type Font = keyof typeof fonts;

/** Accent colours of the brands: shade 6, as in the admin app. */
export const accents: Record<Tenant, string> = { coding: '#4f46e5', cyber: '#0f766e', data: '#c2410c' };
export const ink = '#18181b';
export const grey = '#52525b';

/** Removes characters that the font lacks, and normalizes white space. */
export const printed = (text: string) =>
  [...text]
    .filter((letter) => isPrintable(letter))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();

const jakarta = new Intl.DateTimeFormat('id-ID', { dateStyle: 'long', timeZone: 'Asia/Jakarta' });
/** Text such as `25 November 2026`. */
export const printedDay = (at: string) => jakarta.format(new Date(at));

interface Options {
  title: string;
  author: string;
  subject: string;
  /** ISO 8601; the file's id derives from it, so that it is reproducible. */
  createdAt: string;
  isLandscape?: boolean;
}

/** Draws an A4 document without margins, with the fonts `regular` and `bold` and none of the built-in ones. */
export async function drawPdf(
  { title, author, subject, createdAt, isLandscape = false }: Options,
  draw: (document: Document) => void,
): Promise<Buffer> {
  const document = new PdfDocument({
    size: 'A4',
    font: '',
    // Compressed bytes depend on the machine.
    compress: false,
    layout: isLandscape ? 'landscape' : 'portrait',
    margin: 0,
    lang: 'id-ID',
    displayTitle: true,
    info: {
      Title: title,
      Author: printed(author),
      Subject: printed(subject),
      Producer: 'Lectern',
      Creator: 'Lectern',
      CreationDate: new Date(createdAt),
    },
  });
  const bytes = buffer(document);
  for (const [key, file] of Object.entries(fonts)) document.registerFont(key, file);
  draw(document);
  document.end();
  return bytes;
}
