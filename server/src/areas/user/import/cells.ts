/** Values of cells by field: validated, and in the form in which they are compared and stored. */
import { z } from 'zod';
import { instant, money, name } from '#contract/kernel/fields.ts';
import { userDraft } from '#contract/user/endpoints.ts';
import { e164Of } from '#shared/phone.ts';
import { momentOf, rupiahOf } from '#shared/spreadsheet/cells.ts';
import { isCellError } from '#shared/spreadsheet/shown.ts';

/** Value of a cell, or why it has none. */
type Cell = { value: string; reason?: never } | { value?: never; reason: string };

const { shape } = userDraft;

const memberNames = new Set(['member', 'anggota', 'peserta', 'siswa', 'student', 'mahasiswa']);

const statuses: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['paid', 'lunas', 'settlement', 'settled', 'success', 'completed', 'complete', 'berhasil', 'selesai', 'dibayar', 'sudah dibayar'].map((word) => [word, 'paid']), // prettier-ignore
  ),
  ...Object.fromEntries(
    ['expired', 'expire', 'kedaluwarsa', 'kadaluarsa', 'kadaluwarsa', 'kedaluarsa'].map((word) => [word, 'expired']),
  ),
};

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
  total: z.string().transform(rupiahOf).pipe(money).transform(String),
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
