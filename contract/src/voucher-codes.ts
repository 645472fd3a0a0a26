/** Codes of a voucher that are each good for one order (ours). Apart from the vouchers: a list needs none of it. */
import { z } from 'zod';
import { field } from './draft.ts';
import { byIdOf, idOf, listQuery, listReply, name, optionalFlag, whole } from './fields.ts';
import { endpoint } from './kernel.ts';
import { listSize } from './page-size.ts';

/** Made at once. */
export const mostCodes = 10_000;
/** Of one voucher. */
export const mostCodesInAll = 100_000;
/** Letters and digits that cannot be taken for one another; behind the prefix so many of them are drawn. */
export const codeAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
export const codeTail = 8;

/** What a person fills in. */
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
      .max(mostCodes, `At most ${mostCodes.toLocaleString('id-ID')} at a time`),
    { label: 'How many' },
  ),
});

const about = {
  area: 'voucher',
  url: '/admin/voucher/:id/codes/',
  roles: ['admin'],
  params: byIdOf('voucher'),
} as const;

/** 409 beyond {@link mostCodesInAll}. */
export const makeCodes = endpoint({
  ...about,
  method: 'POST',
  success: 201,
  creates: true,
  body: codesDraft,
  reply: z.object({ changed: z.int() }),
  messages: { ok: '{changed} codes made', fail: 'Failed to make codes' },
});

/** Those that no order ever used; what was used stays to be read. */
export const removeUnusedCodes = endpoint({
  ...about,
  method: 'DELETE',
  reply: z.object({ changed: z.int() }),
  messages: { ok: '{changed} unused codes deleted', fail: 'Failed to delete codes' },
});

const use = z.object({
  orderId: idOf('order'),
  invoiceNumber: z.string(),
  user: z.object({ id: idOf('user'), name: z.string() }),
  redeemedAt: z.string(),
});

/** By code. `use`: the order that it is used by now. */
export const listCodes = endpoint({
  ...about,
  embeds: ['order'],
  method: 'GET',
  query: listQuery({ isUsed: optionalFlag }, listSize(2)),
  reply: listReply('codes', z.object({ code: z.string(), use: use.nullable() })),
});

/** All of them, for a file. */
export const readCodes = endpoint({
  ...about,
  embeds: ['order'],
  method: 'GET',
  url: '/admin/voucher/:id/codes/all/',
  reply: z.object({ codes: z.array(z.object({ code: z.string(), invoiceNumber: z.string().nullable() })) }),
});
