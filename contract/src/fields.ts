/** The field schemas that every area is written in. Money is integer rupiah, times are ISO 8601 UTC. */
import { z } from 'zod';
import { webVttOf } from './captions.ts';
import { choice, ofKind } from './draft.ts';
import { ownerOf, setOwner } from './owner.ts';
import { type Size, largestPage, listSize } from './page-size.ts';
import type { RecordKind } from './records.ts';
import { isVisible } from './visible.ts';

/** PostgreSQL cannot store NUL, and a lone surrogate is no character: both are refused here, once. */
export const isPlainText = (value: string) => !value.includes('\0') && value.isWellFormed();

/** What a text is, beyond its length. Every text that an endpoint takes is of one of these. */
export type TextKind = 'text' | 'captions' | 'name' | 'email' | 'link' | 'imageLink' | 'password' | 'folder';
const kinds = z.registry<{ is: TextKind }>();

/** Says what a text is, so that the proofs know what it must refuse; what is made of the schema says it too. */
export const textOf = <S extends z.ZodType>(kind: TextKind, schema: S): S => {
  kinds.add(schema, { is: kind });
  return schema;
};
/** What a schema says to be. */
export const textKindOf = (schema: z.core.$ZodType): TextKind | undefined => kinds.get(schema)?.is;

/** Composed (NFC), so that what looks the same is compared as the same; and then measured, for composing can lengthen. */
const plain = (max: number, raw = z.string()) =>
  raw
    .normalize('NFC')
    .max(max, `At most ${max} characters`)
    .refine(isPlainText, 'Contains characters that cannot be stored');

/** Free text of at most `max` characters; may be empty. */
export const text = (max: number) => textOf('text', plain(max));

/** A file of captions as text: WebVTT or SubRip with at least one, of at most `max` characters. */
export const captions = (max: number) =>
  textOf(
    'captions',
    plain(max).refine(
      (said) => webVttOf(said) !== undefined,
      'There are no captions in this file: choose a .vtt or .srt',
    ),
  );

/** What people read as a name or title: trimmed, of `min` (0: may be empty) to `max` characters that can all be seen. */
export function name(min: number, max: number) {
  const any = plain(max, z.string().trim());
  const long = min > 0 ? any.min(min, min === 1 ? 'Write something' : `At least ${min} characters`) : any;
  return textOf('name', long.refine(isVisible, 'Contains invisible characters'));
}

/** An opaque id (UUIDv7, so ids sort by age). */
export const id = z.uuid('This is not an id').toLowerCase();

/** An id that says whose it is: tests and documentation need no table of their own. */
export function idOf(kind: RecordKind): typeof id {
  const named = id.meta({ description: `The id of a ${kind.replace('-', ' ')}` });
  setOwner(named, kind);
  return named;
}
/** How many ids a call takes. */
export const mostIds = 500;
export const idsOf = (kind: RecordKind) =>
  z.array(idOf(kind)).min(1, 'Choose at least one').max(mostIds, `At most ${mostIds} at a time`);
/** None, or as many. */
export const someIds = (kind: RecordKind) =>
  z.array(idOf(kind)).max(mostIds, `At most ${mostIds} at a time`).default([]);
/** The params of a call about one record. */
export const byIdOf = (kind: RecordKind) => z.object({ id: idOf(kind) });
/** The kind of record that a call is about. @throws Error when its params are not those of {@link byIdOf} */
export function kindOfRecord({ params }: { params?: z.ZodType }): RecordKind {
  const kind = params instanceof z.ZodObject ? ownerOf(params.shape.id as z.core.$ZodType) : undefined;
  if (!kind) throw new Error('A call about one record has its id in the address');
  return kind;
}

/** What to say of a value, and no more: one that was left empty, as a form may while it is typed, is asked for. */
const said = (ask: string, wrong: string) => ({
  abort: true,
  error: ({ input }: { input: unknown }) => (input === '' || input === null || input === undefined ? ask : wrong),
});

/** A whole number. */
export const whole = (message = 'A whole number') => z.int(said('Write a number', message));

/** Integer rupiah. */
export const money = ofKind(
  'money',
  whole('A whole number of rupiah').min(0, 'Not below 0').max(1_000_000_000, 'At most Rp1.000.000.000'),
);
/** A score in percent. */
export const score = whole().min(0, 'From 0 to 100').max(100, 'From 0 to 100');
/** What a calendar shows and ISO 8601 writes in four digits, whatever the offset. */
const isShownYear = (year: number) => year >= 1900 && year < 9999;
const otherYear = 'Not between 1900 and 9998';
/** A day, `2026-11-21`. */
export const day = ofKind(
  'day',
  z.iso.date(said('Choose a date', 'Not a date')).refine((value) => isShownYear(Number(value.slice(0, 4))), otherYear),
);
/** With an offset that a place on earth has; PostgreSQL takes no others either. */
export const instant = ofKind(
  'moment',
  z.iso
    .datetime({ offset: true, ...said('Choose a date and time', 'Not a date and time') })
    .max(40, 'Not a date and time')
    .refine((value) => Math.abs(Number(/[+-]\d\d(?=:\d\d$)/.exec(value)?.[0] ?? 0)) <= 14, 'Not a date and time')
    .refine((value) => isShownYear(new Date(value).getUTCFullYear()), otherYear),
);

/** A host, without a user's name and password before it: those make one site look like another. */
const host = String.raw`[^\s/\\?#@]+(?=[/?#]|$)`;
const path = String.raw`/[^\s/\\]`;
/** Whether a browser can read it at all (`https://[::1` it cannot). */
const canOpen = (href: string) => z.url().safeParse(href.startsWith('/') ? `https://this.site${href}` : href).success;
const address = (kind: TextKind, pattern: RegExp, message: string) =>
  textOf(
    kind,
    plain(2000).refine(
      (value) => pattern.test(value) && !/\s/.test(value) && isVisible(value) && canOpen(value),
      message,
    ),
  );
/** http(s) or a path of this site; nothing a browser would run, nor `//host` or what it reads as that. */
export const link = ofKind(
  'url',
  address('link', new RegExp(`^(https?://${host}|${path})`, 'i'), 'Not a web address (https://…)'),
);
/** https or a path of this site: the page's own policy shows no other picture. */
export const imageLink = ofKind(
  'image',
  address('imageLink', new RegExp(`^(https://${host}|${path})`, 'i'), 'Not the address of an image (https://…)'),
);
const textLink = new RegExp(`^(https?://${host}|mailto:|tel:)`, 'i');
/** Where a link in formatted text may lead (docs/decisions/0009): nothing relative, for other sites print the text. */
export const isTextLink = (href: string): boolean => textLink.test(href) && isVisible(href);
export const email = textOf('email', plain(254, z.string().trim())).pipe(z.email('Not an e-mail address'));
export const version = z.int();
/** Why a record cannot be deleted now; deleting it would be refused with the same words. */
export const removalConflict = z.string().nullable();

/** Categories as people read them (spec §9). */
export const categoryNames = {
  data: 'Data',
  cyber: 'Cyber',
  programming: 'Programming',
  microsoft: 'Microsoft',
  design: 'Design',
  marketing: 'Marketing',
} as const;
export const category = choice(categoryNames);
export type Category = z.infer<typeof category>;
export const categories = category.options;

/** A true/false query parameter, given as the words. */
const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
/** A filter of a list: absent, or sent blank by a form that always sends it. */
export const orBlank = <S extends z.ZodType>(schema: S) =>
  z.union([schema, z.literal('').transform(() => undefined)]).optional();
export const optionalFlag = orBlank(flag);

/** The query every list takes (domain.md): page from 1, pageSize 1 to 100, and what the list adds. */
export function listQuery<Extra extends z.ZodRawShape>(extra: Extra, size: Size = listSize()) {
  return z.object({
    page: z.coerce
      .number('A page must be a number')
      .int('A page must be a whole number')
      .min(1, 'A page must be positive')
      .max(1_000_000, 'There is no such page')
      .default(1),
    pageSize: z.coerce
      .number('A limit must be a number')
      .int('A limit must be a whole number')
      .positive('A limit must be positive')
      .max(largestPage, `A limit is at most ${largestPage}`)
      .default(size),
    search: text(200).trim().default(''),
    ...extra,
  });
}

/**
 * What every list answers: `{ totalItems, page, pageSize, <rows> }`.
 * `totalItems` is exact, unless `isTotalCapped` says that a filtered count stopped at the cap ("10,000 or more").
 */
export function listReply<Key extends string, Row extends z.ZodType>(key: Key, row: Row) {
  const rows = { [key]: z.array(row) } as Record<Key, z.ZodArray<Row>>;
  return z.object({
    totalItems: z.int(),
    isTotalCapped: z.boolean().optional(),
    page: z.int(),
    pageSize: z.int(),
    ...rows,
  });
}

/**
 * The body of every error (domain.md, Errors). `conflict` comes with 412: who saved first and when, `isYou` where
 * that was the caller (in another tab); `reason` with what a program can mend: `step-up` asks for the password again.
 */
export const problem = z.object({
  message: z.string(),
  status: z.int(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  conflict: z.object({ by: z.string(), at: z.string(), version: z.int(), isYou: z.boolean().optional() }).optional(),
  reason: z.enum(['step-up']).optional(),
  requestId: z.string(),
});
export type Problem = z.infer<typeof problem>;
