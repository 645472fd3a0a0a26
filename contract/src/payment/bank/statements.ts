/** Bank statements: their import, and the list of those that are here (ours; docs/guide/bank-transfers.md). */
import { z } from 'zod';
import { batch } from '../../batch/endpoints.ts';
import { choice, field } from '../../kernel/draft.ts';
import { endpoint } from '../../kernel/endpoint.ts';
import { byIdOf, idOf, listQuery, listReply, name, text } from '../../kernel/fields.ts';
import { listSize } from '../../kernel/page-size.ts';
import { sorted, withReverse } from '../../kernel/sorts.ts';

/** Upper limits of a file: bytes, and lines. */
export const maxStatementBytes = 10 * 1024 * 1024;
export const maxStatementLines = 20_000;

export const banks = { BCA: 'BCA', Mandiri: 'Mandiri', BNI: 'BNI', BRI: 'BRI', other: 'Another bank' } as const;
export type Bank = keyof typeof banks;

export const bankRoles = { area: 'payment', roles: ['admin', 'customer-service'] } as const;

const form = z.object({
  /** Bank and account, for files that do not name them. */
  bank: field(choice(banks).optional(), { label: 'Bank' }),
  account: field(name(0, 34).default(''), { label: 'Account number' }),
  /** Field of each column in order, separated by commas, '' for none. Default: as remembered or recognised. */
  columns: text(5000).optional(),
});
export type StatementForm = z.output<typeof form>;

/** Results of a row. */
export const statementStates = { new: 'New', known: 'Here already', refused: 'Refused' } as const;
export type StatementState = keyof typeof statementStates;

const row = z.object({
  /** Row of the file, from 1. */
  line: z.int(),
  state: choice(statementStates),
  /** Values that could be read; of refused rows also null. */
  bookedOn: z.string().nullable(),
  amount: z.int().nullable(),
  description: z.string(),
  counterparty: z.string(),
  /** Why it is refused; '' otherwise. */
  reason: z.string(),
});

const preview = z.object({
  /** Layout that was recognised, such as `KlikBCA` or `MT940`; '' if the columns are mapped. */
  layout: z.string(),
  bank: choice(banks).nullable(),
  account: z.string(),
  /** Columns of a spreadsheet; none of MT940. */
  columns: z.array(z.object({ heading: z.string(), field: z.string(), samples: z.array(z.string()) })),
  /** Missing fields in words; no row is compared without it. */
  missing: z.array(z.string()),
  rows: z.array(row),
  fromDay: z.string().nullable(),
  toDay: z.string().nullable(),
  /** Balances in rupiah, checked against the lines; null: the file has none. */
  opening: z.int().nullable(),
  closing: z.int().nullable(),
  /** Stands for exactly these results: sent with the import, which does nothing else. */
  seen: z.string(),
});
export type StatementPreview = z.infer<typeof preview>;
export type StatementRow = z.infer<typeof row>;

const file = {
  ...bankRoles,
  method: 'POST',
  filePart: { name: 'file', max: maxStatementBytes, maxFieldBytes: 10_000 },
} as const;

/**
 * Compares a bank statement (.csv, .xlsx or MT940) with the lines that are here; nothing is saved. 400 for files that
 * cannot be read, and those whose lines do not lead from the opening to the closing balance.
 */
export const previewStatement = endpoint({
  ...file,
  url: '/admin/payment/statements/preview/',
  body: form,
  reply: preview,
  messages: { fail: 'The statement was not read', preferServer: true },
});

/**
 * Begins the import of the new lines as a batch; lines that are here already and refused rows are left out. 409 if the
 * result would differ from what was `seen`, and if there is nothing new.
 */
export const importStatement = endpoint({
  ...file,
  url: '/admin/payment/statements/',
  success: 201,
  body: form.extend({ seen: text(100) }),
  reply: batch,
  messages: { fail: 'Nothing was imported', preferServer: true },
});

export const statementRow = z.object({
  statementId: idOf('bank-statement'),
  bank: choice(banks),
  account: z.string(),
  /** Name of the file. */
  name: z.string(),
  fromDay: z.string(),
  toDay: z.string(),
  /** Lines that came with it first, and those of them that are to be matched. */
  lines: z.int(),
  open: z.int(),
  createdAt: z.string(),
  createdBy: z.string().nullable(),
});

/** Lists statements, last imported first; searches bank, account and file. */
export const listStatements = endpoint({
  ...bankRoles,
  method: 'GET',
  url: '/admin/payment/statements',
  query: listQuery({ sort: sorted(withReverse('-createdAt', '-toDay')) }, listSize(2)),
  reply: listReply('statements', statementRow),
});

export const byLine = byIdOf('bank-line');
