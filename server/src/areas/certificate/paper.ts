/** PDF of a certificate: one landscape A4 page; the same facts give the same bytes. */
import { encode } from 'uqr';
import type { Grade } from '#contract/submission/grade.ts';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import { type Document, type Font, accents, drawPdf, grey, ink, printed, printedDay } from '#shared/paper/pdf.ts';

interface Facts {
  tenant: Tenant;
  brand: string;
  code: string;
  name: string;
  courseName: string;
  grade: Grade | null;
  totalHours: number;
  /** ISO 8601. */
  issuedAt: string;
  /** Origin of the public page: `https://admin.example.com`; null: unknown, so that only its path is printed. */
  origin: string | null;
}

const page = { width: 841.89, height: 595.28 };
const margin = 56;
const inner = page.width - 2 * margin;

/** Splits a text into two parts of similar length, at a space if there is one. */
function halves(text: string): string[] {
  const middle = text.length / 2;
  const spaces = [...text.matchAll(/ /g)].map(({ index }) => index);
  const nearest = spaces.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0];
  if (nearest === undefined) return [text.slice(0, Math.ceil(middle)), text.slice(Math.ceil(middle))];
  return [text.slice(0, nearest), text.slice(nearest + 1)];
}

interface Line {
  y: number;
  size: number;
  colour?: string;
  font?: Font;
}

function centred(document: Document, text: string, { y, size, colour = ink, font = 'regular' }: Line): void {
  document.font(font).fontSize(size).fillColor(colour);
  const width = document.widthOfString(text);
  document.text(text, (page.width - width) / 2, y, { lineBreak: false });
}

/** Draws a text within the margins: scaled down if it is long, in two lines if one would be smaller than `least`. */
function fitted(document: Document, text: string, { y, size, least, ...line }: Line & { least: number }): void {
  const sizeOf = (part: string) => {
    document.font(line.font ?? 'regular').fontSize(size);
    return Math.min(size, (size * inner) / Math.max(1, document.widthOfString(part)));
  };
  if (sizeOf(text) >= least) return centred(document, text, { ...line, y, size: sizeOf(text) });
  const parts = halves(text);
  const shared = Math.min(size * 0.7, ...parts.map(sizeOf));
  parts.forEach((part, index) =>
    centred(document, part, { ...line, y: y - shared * 0.3 + index * shared * 1.2, size: shared }),
  );
}

function drawCode(document: Document, address: string, x: number, y: number, side: number): void {
  const { data } = encode(address, { ecc: 'M', border: 0 });
  const step = side / data.length;
  data.forEach((row, line) =>
    row.forEach((isDark, column) => {
      // 2% wider, so that renderers leave no gaps between modules.
      if (isDark) document.rect(x + column * step, y + line * step, step * 1.02, step * 1.02);
    }),
  );
  document.fill(ink);
}

function drawFrame(document: Document, colour: string): void {
  document.rect(0, 0, page.width, 14).fill(colour);
  document
    .rect(28, 36, page.width - 56, page.height - 64)
    .lineWidth(1)
    .stroke(colour);
}

function drawFoot(document: Document, { code, issuedAt, origin, brand }: Facts): void {
  const side = 92;
  const top = page.height - margin - side;
  const path = `/certificate/${code}`;
  if (origin !== null) drawCode(document, `${origin}${path}`, page.width - margin - side, top, side);
  const left = (text: string, y: number, size: number, colour: string, font: Font = 'regular') => {
    document.font(font).fontSize(size).fillColor(colour);
    document.text(text, margin, y, { lineBreak: false });
  };
  left(printedDay(issuedAt), top + 8, 13, ink, 'bold');
  left(printed(brand), top + 28, 11, grey);
  left(`Nomor sertifikat ${code}`, top + 58, 10, grey);
  const place = origin === null ? `situs ${brand}: ${path}` : `${origin.replace(/^https?:\/\//, '')}${path}`;
  const shown = printed(`Periksa keasliannya di ${place}`);
  document.font('regular').fontSize(10);
  const room = inner - side - 24;
  left(shown, top + 74, Math.min(10, (10 * room) / document.widthOfString(shown)), grey);
  if (origin !== null) document.link(margin, top + 74, room, 12, `${origin}${path}`);
}

/** Draws the certificate; the PDF has at most 60 kB. */
export function drawCertificate(facts: Facts): Promise<Buffer> {
  const { tenant, brand, code, name, courseName, grade, totalHours, issuedAt } = facts;
  const accent = accents[tenant];
  const about = { title: `Sertifikat ${code}`, author: brand, subject: courseName, createdAt: issuedAt };
  return drawPdf({ ...about, isLandscape: true }, (document) => {
    drawFrame(document, accent);
    centred(document, printed(brand), { y: 76, size: 15, colour: accent, font: 'bold' });
    centred(document, 'Sertifikat Kelulusan', { y: 112, size: 34, font: 'bold' });
    centred(document, 'Diberikan kepada', { y: 184, size: 13, colour: grey });
    fitted(document, printed(name), { y: 216, size: 36, least: 20, font: 'bold' });
    centred(document, 'atas kelulusannya dalam kursus', { y: 286, size: 13, colour: grey });
    fitted(document, printed(courseName), { y: 314, size: 22, least: 15, font: 'bold' });
    const details = [grade && `Nilai ${grade}`, totalHours > 0 && `${totalHours} jam pembelajaran`].filter(Boolean);
    if (details.length > 0) centred(document, details.join('  ·  '), { y: 368, size: 14 });
    drawFoot(document, facts);
  });
}
