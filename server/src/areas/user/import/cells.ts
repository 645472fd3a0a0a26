/** Values of cells by field: validated, and in the form in which they are compared and stored. */
import { z } from 'zod';
import { instant, money, name } from '#contract/kernel/fields.ts';
import { userDraft } from '#contract/user/endpoints.ts';
import { e164Of } from '#shared/phone.ts';
import { isCellError } from '#shared/spreadsheet/shown.ts';

/** Value of a cell, or why it has none. */
type Cell = { value: string; reason?: never } | { value?: never; reason: string };

const { shape } = userDraft;

const memberNames = new Set(['member', 'anggota', 'peserta', 'siswa', 'student', 'mahasiswa']);

/** Amount in rupiah as people write it: `Rp1.500.000`, `1,500,000.00`, `1500000`. */
function rupiah(text: string): number {
  const plain = text.replace(/^(rp|idr)\.?/i, '').replaceAll(/[\s\u00a0]/g, '');
  const whole = plain.replace(/[.,]0{1,2}$/, '');
  return /^\d+$|^\d{1,3}(\.\d{3})+$|^\d{1,3}(,\d{3})+$/.test(whole)
    ? Number(whole.replaceAll(/[.,]/g, ''))
    : Number.NaN;
}

const statuses: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['paid', 'lunas', 'settlement', 'settled', 'success', 'completed', 'complete', 'berhasil', 'selesai', 'dibayar', 'sudah dibayar'].map((word) => [word, 'paid']), // prettier-ignore
  ),
  ...Object.fromEntries(
    ['expired', 'expire', 'kedaluwarsa', 'kadaluarsa', 'kadaluwarsa', 'kedaluarsa'].map((word) => [word, 'expired']),
  ),
};

const hour = 3_600_000;
const jakarta = 7 * hour;

/** Moment of a cell, in Asia/Jakarta unless it says otherwise: `2025-11-23`, `23/11/2025 14.00`, a serial number of Excel. */
function momentOf(text: string): string {
  if (/^\d{5}(\.\d+)?$/.test(text)) return iso((Number(text) - 25_569) * 24 * hour);
  const time = String.raw`(?:[T,\s]+(\d{1,2})[:.](\d\d)(?:[:.](\d\d)(?:\.\d+)?)?)?`;
  const byYear = new RegExp(`^(\\d{4})-(\\d{1,2})-(\\d{1,2})${time}$`).exec(text);
  if (byYear) return partsOf(byYear.slice(1));
  const byDay = new RegExp(`^(\\d{1,2})[/.-](\\d{1,2})[/.-](\\d{4})${time}$`).exec(text);
  if (byDay) return partsOf([byDay[3], byDay[2], byDay[1], ...byDay.slice(4)]);
  return text;
}

function partsOf(parts: readonly (string | undefined)[]): string {
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0));
  const date = new Date(Date.UTC(year, month - 1, day, hours, minutes, seconds));
  const isReal =
    date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hours < 24 && minutes < 60 && seconds < 60;
  return isReal ? iso(date.getTime()) : '';
}

const iso = (local: number) => new Date(Math.round((local - jakarta) / 1000) * 1000).toISOString();

const past = z
  .string()
  .transform(momentOf)
  .pipe(instant)
  .transform((value) => new Date(value).toISOString())
  .refine((value) => value <= new Date().toISOString(), 'Not in the past');

const readers: Readonly<Record<string, z.ZodType<string>>> = {
  externalId: name(1, 100),
  email: shape.email,
  phoneNumber: shape.phoneNumber.refine((text) => e164Of(text) !== null, 'Not a phone number'),
  name: shape.name,
  uoc: shape.uoc,
  job: shape.job,
  location: shape.location,
  role: z
    .string()
    .refine(
      (role) => memberNames.has(role.toLowerCase()),
      'An import makes members only: other roles are given by a superadmin',
    ),
  course: name(1, 200),
  product: name(1, 200),
  invoice: name(1, 100),
  total: z.string().transform(rupiah).pipe(money).transform(String),
  status: z.string().transform((status, context) => {
    const known = statuses[status.toLowerCase()];
    if (known === undefined)
      context.addIssue({ code: 'custom', message: 'Past orders are paid or expired (Lunas, Kedaluwarsa)' });
    return known ?? '';
  }),
  createdAt: past,
  method: name(1, 50),
};

export function readCell(field: string, cell: string): Cell {
  if (isCellError(cell)) return { reason: `The cell shows the error ${cell}` };
  const { success, data, error } = readers[field]!.safeParse(cell);
  return success ? { value: data } : { reason: error.issues[0]!.message };
}
