/** Catalogue in pages, whole or what changed since a cursor (docs/decisions/0100). */
import { createHash } from 'node:crypto';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { cataloguePage, type readCatalogue } from '#contract/integration/catalogue.ts';
import { productKey } from '#contract/pricing/purchase.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest } from '#platform/errors.ts';
import { withFinalPrice } from '#shared/pricing/pricing.ts';
import { type CatalogueRow, type Moment, type Position, findRefs, findRows, readMoment, types } from './queries.ts';

type Catalogue = Reply<typeof readCatalogue>;
const start: Position = { place: 0, id: '00000000-0000-0000-0000-000000000000' };

/** State of a reader: it has all until `since`, and of what changed until `next`, the products up to `after`. */
interface Cursor {
  since: Moment | null;
  next: Moment | null;
  after: Position;
}

const textOf = (moment: Moment | null) => (moment ? `${moment.transaction}-${moment.time}` : '0-0');
const momentOf = (transaction: string, time: string): Moment | null =>
  transaction === '0' ? null : { transaction: Number(transaction), time: Number(time) };

const pattern =
  /^(\d{1,15})-(\d{1,15})(?:\.(\d{1,15})-(\d{1,15})\.([0-3])\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))?$/;

function readCursor(text: string): Cursor {
  const [, transaction, time, next, nextTime, place, id] = pattern.exec(text) ?? [];
  if (!transaction || !time) throw badRequest('This is no cursor of the catalogue', 'since');
  return {
    since: momentOf(transaction, time),
    next: next && nextTime ? momentOf(next, nextTime) : null,
    after: place && id ? { place: Number(place), id } : start,
  };
}

function itemOf({ isPublished, ...row }: CatalogueRow): Catalogue['items'][number] {
  const item = withFinalPrice(row);
  return isPublished ? item : { ...item, name: '', slug: '', price: 0, finalPrice: 0, withdrawn: true };
}

/** Page of the catalogue behind a cursor, with the ETag of its items. */
export async function cataloguePageOf(db: Db, since: string | undefined): Promise<Catalogue & { etag: string }> {
  const cursor = since === undefined ? { since: null, next: null, after: start } : readCursor(since);
  const { next: first, ...now } = await readMoment(db);
  if ((cursor.next ?? cursor.since ?? now).transaction > first)
    throw badRequest('This cursor is of another database: read the whole catalogue', 'since');
  const refs = await findRefs(db, cursor.since, cursor.after);
  const rows = new Map((await findRows(db, refs)).map((row) => [productKey(row), row]));
  const items = refs.flatMap((ref) => rows.get(productKey(ref)) ?? []).map(itemOf);
  const next = cursor.next ?? now;
  const last = refs.at(-1);
  const isFull = last !== undefined && refs.length === cataloguePage;
  const behind = isFull
    ? `${textOf(cursor.since)}.${textOf(next)}.${types.indexOf(last.productType)}.${last.productId}`
    : textOf(next);
  const etag = `"${createHash('sha256').update(JSON.stringify(items)).digest('base64url')}"`;
  // Without a change, the cursor stays, too: replies are the same until there is one.
  return { items, cursor: since !== undefined && items.length === 0 && !cursor.next ? since : behind, etag };
}
