/** Field schemas shared by all areas. Money is integer rupiah; times are ISO 8601 UTC. */
import { z } from 'zod';
import { choice, field, ofKind } from './draft.ts';
import { type Size, maxPageSize, listSize } from './page-size.ts';
import type { RecordKind } from './record-kinds.ts';
import { secondStep } from './second-step.ts';
import { isVisible } from './visible-text.ts';

/** Excludes NUL, which PostgreSQL cannot store, and lone surrogates, which are not characters. */
export const isPlainText = (value: string) => !value.includes('\0') && value.isWellFormed();

/** Semantic kind of a text. Every text that an endpoint accepts has one. */
export type TextKind = 'text' | 'captions' | 'name' | 'email' | 'link' | 'imageLink' | 'password' | 'folder';
const kinds = z.registry<{ is: TextKind }>();

/**
 * Registers the kind of a text schema, so that the input tests know what it must refuse; derived schemas inherit it.
 */
export const textOf = <S extends z.ZodType>(kind: TextKind, schema: S): S => {
  kinds.add(schema, { is: kind });
  return schema;
};
/** Registered kind of a schema. */
export const textKindOf = (schema: z.core.$ZodType): TextKind | undefined => kinds.get(schema)?.is;

// Shared, and checked in one call, since every schema and every step of a chain stays in memory.
const anyText = z.string();
const normalized = z.normalize('NFC');
const storable = z.refine<string>(isPlainText, 'Contains characters that cannot be stored');
/**
 * Text in NFC, so that equal-looking texts compare equal; the length is checked after normalizing, which can lengthen
 * it.
 */
const plain = (max: number, ...first: z.core.$ZodCheck<string>[]) =>
  anyText.check(...first, normalized, z.maxLength(max, `At most ${max} characters`), storable);

/** Free text of at most `max` characters; may be empty. */
export const text = (max: number) => textOf('text', plain(max));

/** Name or title: trimmed, `min` (0: may be empty) to `max` characters, all visible. */
export function name(min: number, max: number) {
  const any = plain(max, z.trim());
  const long = min > 0 ? any.min(min, min === 1 ? 'Write something' : `At least ${min} characters`) : any;
  return textOf('name', long.refine(isVisible, 'Contains invisible characters'));
}

/** An opaque id (UUIDv7, so ids sort by age). */
export const id = z.uuid('This is not an id').toLowerCase();

const owners = new WeakMap<z.core.$ZodType, RecordKind>();
const named = new Map<RecordKind, typeof id>();

/** Id schema of a record kind; tests and documentation read the kind from the schema. */
export function idOf(kind: RecordKind): typeof id {
  const schema = named.get(kind) ?? id.meta({ description: `The id of a ${kind.replace('-', ' ')}` });
  named.set(kind, schema);
  owners.set(schema, kind);
  return schema;
}
/** Record kind of an id schema or of the schema it derives from; undefined: not an id. */
export function ownerOf(schema: z.core.$ZodType): RecordKind | undefined {
  const { parent } = schema._zod;
  return owners.get(schema) ?? (parent && ownerOf(parent));
}
/** Upper limit of ids in one call. */
export const maxIds = 500;
/** Ids of a kind, one to {@link maxIds}. */
export const idsOf = (kind: RecordKind) =>
  z.array(idOf(kind)).check(z.minLength(1, 'Choose at least one'), z.maxLength(maxIds, `At most ${maxIds} at a time`));
/** Ids of a kind, none to {@link maxIds}. */
export const idList = (kind: RecordKind) => z.array(idOf(kind)).max(maxIds, `At most ${maxIds} at a time`).default([]);
/** Params of a call about one record. */
export const byIdOf = (kind: RecordKind) => z.object({ id: idOf(kind) });
/** Record kind of a call. @throws Error if its params are not those of {@link byIdOf} */
export function kindOfRecord({ params }: { params?: z.ZodType }): RecordKind {
  const kind = params instanceof z.ZodObject ? ownerOf(params.shape.id as z.core.$ZodType) : undefined;
  if (!kind) throw new Error('A call about one record has its id in the address');
  return kind;
}

/**
 * Error options with one message: `ask` for an empty input (as in a form being filled in), `wrong` for an invalid one.
 */
const emptyOrInvalid = (ask: string, wrong: string) => ({
  abort: true,
  error: ({ input }: { input: unknown }) => (input === '' || input === null || input === undefined ? ask : wrong),
});

/** A whole number. */
export const whole = (message = 'A whole number') => z.int(emptyOrInvalid('Write a number', message));

/** Integer rupiah. */
export const money = ofKind(
  'money',
  whole('A whole number of rupiah').min(0, 'Not below 0').max(1_000_000_000, 'At most Rp1.000.000.000'),
);
/** A score in percent. */
export const score = whole().min(0, 'From 0 to 100').max(100, 'From 0 to 100');
/** Range that calendars can show and ISO 8601 writes in four digits at any offset. */
const isShownYear = (year: number) => year >= 1900 && year < 9999;
const otherYear = 'Not between 1900 and 9998';
/** A day, `2026-11-21`. */
export const day = ofKind(
  'day',
  z.iso
    .date(emptyOrInvalid('Choose a date', 'Not a date'))
    .refine((value) => isShownYear(Number(value.slice(0, 4))), otherYear),
);
/** Timestamp with an offset of at most 14 hours, the range that PostgreSQL accepts. */
export const instant = ofKind(
  'moment',
  z.iso
    .datetime({ offset: true, ...emptyOrInvalid('Choose a date and time', 'Not a date and time') })
    .max(40, 'Not a date and time')
    .refine((value) => Math.abs(Number(/[+-]\d\d(?=:\d\d$)/.exec(value)?.[0] ?? 0)) <= 14, 'Not a date and time')
    .refine((value) => isShownYear(new Date(value).getUTCFullYear()), otherYear),
);

/** Host without credentials before it: `https://bank.example@evil.example` must not look like another site. */
const host = String.raw`[^\s/\\?#@]+(?=[/?#]|$)`;
const path = String.raw`/[^\s/\\]`;
/** Whether a browser can parse the URL (`https://[::1` fails). */
const canOpen = (href: string) => z.url().safeParse(href.startsWith('/') ? `https://this.site${href}` : href).success;
const address = (kind: TextKind, pattern: RegExp, message: string) =>
  textOf(
    kind,
    plain(2000).refine(
      (value) => pattern.test(value) && !/\s/.test(value) && isVisible(value) && canOpen(value),
      message,
    ),
  );
/** http(s) URL or path of this site; excludes schemes that browsers execute, `//host` and its lookalikes. */
export const link = ofKind(
  'url',
  address('link', new RegExp(`^(https?://${host}|${path})`, 'i'), 'Not a web address (https://…)'),
);
/** https URL or path of this site; the content security policy blocks other images. */
export const imageLink = ofKind(
  'image',
  address('imageLink', new RegExp(`^(https://${host}|${path})`, 'i'), 'Not the address of an image (https://…)'),
);
const textLink = new RegExp(`^(https?://${host}|mailto:|tel:)`, 'i');
/**
 * Whether a link in formatted text is allowed (docs/decisions/0009). Relative links are not: other sites show the text
 * too.
 */
export const isTextLink = (href: string): boolean => textLink.test(href) && isVisible(href);
/** Characters of a domain name before IDNA mapping; excludes what a URL parser would take for a port, path or user. */
const domainName = /^[\p{L}\p{M}\p{N}.。．｡-]+$/u;
/** zod's pattern, with top-level domains such as .рф, which is .xn--p1ai in ASCII. */
const emailPattern = new RegExp(
  z.regexes.email.source.replace(/\[A-Za-z\]\{2,\}\$$/, '(?:[A-Za-z]{2,}|xn--[A-Za-z0-9-]+)$'),
);
const hostOf = z.url({ normalize: true });
/** Address with its domain in ASCII and lower case, as mail servers and comparisons expect (`Budi@Café.id`). */
function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  const read = at > 0 && domainName.test(domain) ? hostOf.safeParse(`http://${domain}`) : undefined;
  return read?.success ? address.slice(0, at) + read.data.slice('http://'.length, -1) : address;
}
/** E-mail address, trimmed, of at most 254 characters; international domains become ASCII. Compared without case. */
export const email = textOf('email', plain(254, z.trim(), z.overwrite(withAsciiDomain))).pipe(
  z.email({ pattern: emailPattern, error: 'Not an e-mail address' }),
);
export const version = z.int();
/** Reason a record cannot be deleted now, with the message that deleting would answer; null: it can. */
export const removalConflict = z.string().nullable();

/** Display names of categories (spec §9). */
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

/** Boolean query parameter, `true` or `false`. */
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const blank = z.literal('').transform(() => undefined);
/** Optional filter of a list; blank counts as absent, since forms always send it. */
export const orBlank = <S extends z.ZodType>(schema: S) => z.union([schema, blank]).optional();
/** Filter of a list with its label on the screen; absent or blank means none. */
export const filter = <S extends z.ZodType>(schema: S, label: string) => field(orBlank(schema), { label });
/** Filter of records that can be published. */
export const publishedFilter = filter(flag, 'Publication');

/** Upper limit of a search, in characters. */
export const maxSearchLength = 200;

/** Text of a search; may be empty. */
export const searchField = text(maxSearchLength).trim().default('');

const page = z.coerce
  .number('A page must be a number')
  .int('A page must be a whole number')
  .min(1, 'A page must be positive')
  .max(1_000_000, 'There is no such page')
  .default(1);
const limit = z.coerce
  .number('A limit must be a number')
  .int('A limit must be a whole number')
  .positive('A limit must be positive')
  .max(maxPageSize, `A limit is at most ${maxPageSize}`);

/** Query of every list (domain.md): page from 1, pageSize 1 to 100, search, and `extra`. */
export const listQuery = <Extra extends z.ZodRawShape>(extra: Extra, size: Size = listSize()) =>
  z.object({ page, pageSize: limit.default(size), search: searchField, ...extra });

const pageInfo = {
  totalItems: z.int(),
  isTotalCapped: z.boolean().optional(),
  page: z.int(),
  pageSize: z.int(),
};

/**
 * Reply of every list: `{ totalItems, page, pageSize, <rows> }`. `totalItems` is exact unless `isTotalCapped`: then a
 * filtered count stopped at the cap ("10,000 or more").
 */
export function listReply<Key extends string, Row extends z.ZodType>(key: Key, row: Row) {
  const rows = { [key]: z.array(row) } as Record<Key, z.ZodArray<Row>>;
  return z.object({ ...pageInfo, ...rows });
}

/**
 * Body of every error (domain.md, Errors). `conflict` comes with 412: who saved first and when, and `isYou` if that was
 * the caller (in another tab). `reason` names a cause that clients can handle: `step-up` requires the password again.
 */
export const problem = z.object({
  message: z.string(),
  status: z.int(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  conflict: z.object({ by: z.string(), at: z.string(), version: z.int(), isYou: z.boolean().optional() }).optional(),
  reason: z.enum(['step-up', 'second-factor']).optional(),
  secondStep: secondStep.optional(),
  requestId: z.string(),
});
export type Problem = z.infer<typeof problem>;
