/** Single-use codes of a voucher (ours). A module of its own, since lists of vouchers do not need it. */
import { z } from 'zod';
import { field } from '../kernel/draft.ts';
import { byIdOf, idOf, listQuery, listReply, name, flag, whole, filter } from '../kernel/fields.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { listSize } from '../kernel/page-size.ts';

/** Upper limit of codes per call. */
export const maxCodes = 10_000;
/** Upper limit of codes per voucher. */
export const maxCodesInAll = 100_000;
/** Alphabet without characters that look alike; `codeTail` of them are drawn after the prefix. */
export const codeAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
export const codeTail = 8;

/** Form fields. */
export const codesDraft = z.object({
  prefix: field(
    name(0, 12)
      .toUpperCase()
      .regex(/^[A-Z0-9]*$/, 'Letters A to Z and digits alone')
      .default(''),
    { label: 'Prefix', placeholder: 'HEMAT', hint: `${codeTail} random letters and digits follow it.` },
  ),
  count: field(
    whole()
      .min(1, 'At least 1')
      .max(maxCodes, { error: () => `At most ${maxCodes.toLocaleString('id-ID')} at a time` }),
    { label: 'How many' },
  ),
});

const about = {
  area: 'voucher',
  url: '/admin/voucher/:id/codes/',
  roles: ['admin'],
  params: byIdOf('voucher'),
} as const;

/** Generates codes; 409 if the voucher would have more than {@link maxCodesInAll}. */
export const makeCodes = endpoint({
  ...about,
  method: 'POST',
  success: 201,
  creates: true,
  body: codesDraft,
  reply: z.object({ changed: z.int() }),
  messages: { ok: '{changed code|codes} made', fail: 'Failed to make codes' },
});

/** Deletes codes that no order ever used; used ones are kept for reference. */
export const removeUnusedCodes = endpoint({
  ...about,
  method: 'DELETE',
  reply: z.object({ changed: z.int() }),
  messages: { ok: '{changed unused code|unused codes} deleted', fail: 'Failed to delete codes' },
});

const use = z.object({
  orderId: idOf('order'),
  invoiceNumber: z.string(),
  user: z.object({ id: idOf('user'), name: z.string() }),
  redeemedAt: z.string(),
});

/** Lists codes by code. `use`: the order that uses it now; null: unused. */
export const listCodes = endpoint({
  ...about,
  method: 'GET',
  query: listQuery({ isUsed: filter(flag, 'Use') }, listSize(2)),
  reply: listReply('codes', z.object({ code: z.string(), use: use.nullable() })),
});

/** Gets all codes, for an export. */
export const readCodes = endpoint({
  ...about,
  method: 'GET',
  url: '/admin/voucher/:id/codes/all/',
  reply: z.object({ codes: z.array(z.object({ code: z.string(), invoiceNumber: z.string().nullable() })) }),
});
