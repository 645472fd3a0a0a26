/** Work on tracked orders (docs/decisions/0046): single ones all or nothing, many each by itself. */
import type { DeskOrder, DeskWork, workOrders as bulk } from '#contract/order-tracking/desk.ts';
import type { Reply, ValidatedInput } from '#contract/kernel/endpoint.ts';
import { lockForUpdate } from '#platform/records.ts';
import type { Db } from '#platform/database/database.ts';
import { HttpError, badRequest, notFound } from '#platform/errors.ts';
import {
  addDeskEvents,
  addDeskOrders,
  findDeskOrder,
  findDeskOrders,
  findKnownOrders,
  findLatestStatus,
  findPeople,
  lockDeskOrders,
  storeWork,
} from './queries.ts';
import { updateFromDocument, updateFromDocuments } from './documents.ts';
import { findTemplatesById } from './templates.ts';
import type { TrackedOrder } from './tracking-documents.ts';
import { type KnownOrder, type Named, workOn } from './work.ts';

export interface DeskAction {
  db: Db;
  caller: { userId: string; role: string };
  params: { id: string };
  ifMatch: number | null;
}

/** Action on an order whose document was read. */
export interface DocumentAction extends DeskAction {
  document: TrackedOrder;
}

/** Locks the order and updates it from its document; inserts it first if it is new here. */
async function lockOrder({ db, params: { id }, document, ifMatch }: DocumentAction): Promise<void> {
  await addDeskOrders(db, [{ id, document }]);
  await lockForUpdate(db, 'deskOrder', id, ifMatch);
  await updateFromDocument(db, id, document);
}

const idsIn = (ids: (string | null | undefined)[]) => [...new Set(ids.flatMap((id) => id ?? []))];

async function findNamed(db: Db, works: readonly DeskWork[]): Promise<Named> {
  const people = await findPeople(db, idsIn(works.map(({ holder }) => holder)));
  const templates = await findTemplatesById(db, idsIn(works.map(({ contact }) => contact?.templateId)));
  return {
    people: new Map(people.map(({ id, ...person }) => [id, person])),
    templates: new Map(templates.map(({ id, ...template }) => [id, template])),
  };
}

/** Releases without anything else: the document of an order that is stored here is not needed. */
export const isRelease = (work: DeskWork) => work.holder === null && Object.keys(work).length === 1;

/** Does all of the work, or nothing: 404 without a document, except to release. */
export async function workOrder(
  action: DeskAction & { document: TrackedOrder | undefined },
  work: DeskWork,
): Promise<DeskOrder> {
  const { db, caller, params, ifMatch, document } = action;
  if (document) await lockOrder({ ...action, document });
  else if (isRelease(work)) await lockForUpdate(db, 'deskOrder', params.id, ifMatch);
  else throw notFound('order');
  const [order] = await findKnownOrders(db, [params.id]);
  await storeWork(db, caller.userId, [workOn(order!, work, caller, await findNamed(db, [work]))]);
  return findDeskOrder(db, params.id);
}

type Bulk = ValidatedInput<typeof bulk>['body']['orders'];

function refuseUnknown(orders: Bulk, { people }: Named): void {
  for (const [index, { holder }] of orders.entries())
    if (holder && !people.has(holder)) throw badRequest('There is no such user', `orders.${index}.holder`);
}

type BulkReply = Reply<typeof bulk>;

/** Stored orders of a bulk by id: as the rules need them, and the versions before their documents were read. */
interface Locked {
  known: ReadonlyMap<string, KnownOrder>;
  versions: ReadonlyMap<string, number>;
}

/** Locks the orders of documents and updates them from these; inserts those that are new here. */
async function lockOrders(db: Db, documents: ReadonlyMap<string, TrackedOrder>): Promise<Locked> {
  const stored = [...documents].map(([id, document]) => ({ id, document }));
  const ids = [...documents.keys()];
  await addDeskOrders(db, stored);
  const versions = await lockDeskOrders(db, ids);
  await updateFromDocuments(db, stored);
  const known = await findKnownOrders(db, ids);
  return {
    versions: new Map(versions.map(({ id, version }) => [id, version])),
    known: new Map(known.map((order) => [order.documentId, order])),
  };
}

/** Plans orders, each by itself. Documents that do not exist are missing in `documents`. */
export async function workOrders(
  { db, caller }: Pick<DeskAction, 'db' | 'caller'>,
  orders: Bulk,
  documents: ReadonlyMap<string, TrackedOrder>,
): Promise<BulkReply> {
  const { known, versions } = await lockOrders(db, documents);
  const named = await findNamed(db, orders);
  refuseUnknown(orders, named);
  const refused: BulkReply['refused'] = [];
  const worked = [...new Map(orders.map((order) => [order.id, order])).values()].flatMap(({ id, version, ...work }) => {
    try {
      const order = known.get(id);
      if (!order) throw notFound('order');
      if (version !== undefined && version !== versions.get(id))
        throw new HttpError(412, 'Somebody changed it meanwhile');
      return [workOn(order, work, caller, named)];
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      refused.push({ documentId: id, message: error.message, order: known.get(id) ?? null });
      return [];
    }
  });
  const changed = worked.filter(({ events }) => events.length > 0);
  await storeWork(db, caller.userId, changed);
  const ids = changed.map(({ order }) => order.documentId);
  const after = await findDeskOrders(db, ids);
  return { changed: after.map((order) => ({ order, before: holdingOf(known.get(order.documentId)!) })), refused };
}

const holdingOf = ({ claimedBy, followUpAt }: KnownOrder) => ({ holder: claimedBy?.userId ?? null, followUpAt });

/** Adds the document's status to the timeline unless it is the latest there; one of another system is not added. */
export async function recordStatus(work: DocumentAction): Promise<DeskOrder> {
  const { db, caller, params } = work;
  await lockOrder(work);
  const order = await findDeskOrder(db, params.id);
  if (order.status === null || order.status === (await findLatestStatus(db, params.id))) return order;
  await addDeskEvents(db, [{ orderId: params.id, userId: caller.userId, kind: 'status', status: order.status }]);
  return order;
}

/** Updates a known order of the desk, and the chase order, from its document, without a timeline event. */
export const takeOver = ({ db, params: { id }, document }: DocumentAction): Promise<void> =>
  updateFromDocument(db, id, document);
