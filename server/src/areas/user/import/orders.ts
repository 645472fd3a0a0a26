/** Import of past orders: their plan, and the batch that inserts them; the undo removes those nobody changed since. */
import { sql } from 'kysely';
import { batchKinds } from '#contract/batch/endpoints.ts';
import { type ProductType, productNames } from '#contract/pricing/product-type.ts';
import { momentInWords } from '#contract/kernel/days.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { type OrderStatus, orderStatusLabels } from '#contract/order/status.ts';
import { importKinds } from '#contract/user/import/columns.ts';
import { startImport } from '#contract/user/import/endpoints.ts';
import type { Db } from '#platform/database/database.ts';
import { conflict } from '#platform/errors.ts';
import { chargeDue, refundHeld } from '#shared/order/ledger.ts';
import type { ImportChange } from '#shared/batch/import.ts';
import type { RecordedKind } from '#shared/batch/kind.ts';
import type { Setting } from '#shared/batch/setting.ts';
import { type MatchedRow, type PlannedRow, noMember, refused, resultOfMatch, unchanged } from './plan.ts';
import { type NamedProduct, type Person, findOrders, noProduct, productFinder } from './queries.ts';

const { fields } = importKinds.orders;
const required = ['invoice', 'product', 'total', 'status', 'createdAt'] as const;

type Values = Readonly<Record<string, string>>;

/** Columns of an order and of its item. An imported order opens nothing, and no job changes it. */
function dataOf(values: Values, person: Person, product: NamedProduct) {
  const { status, createdAt } = values;
  const total = Number(values['total']);
  return {
    invoice_number: values['invoice'],
    user_id: person.id,
    user_name: person.name,
    user_email: person.email,
    user_phone: person.phoneNumber,
    subtotal: total,
    total_amount: total,
    status,
    payment_provider: 'import',
    payment_method: values['method'] ?? '',
    created_at: createdAt,
    paid_at: status === 'paid' ? createdAt : null,
    expired_at: status === 'expired' ? createdAt : null,
    product_type: product.productType,
    product_id: product.id,
    product_name: product.name,
  };
}

/** Values in words. */
const wordsOf = (values: Values, product: NamedProduct) =>
  [
    [fields.invoice.label, values['invoice']!],
    [fields.product.label, product.name],
    [fields.total.label, formatMoney(Number(values['total']))],
    [fields.status.label, orderStatusLabels[values['status'] as OrderStatus]],
    [fields.createdAt.label, momentInWords(values['createdAt']!)],
  ].map(([label, after]) => ({ label: label!, before: '', after: after! }));

interface Known {
  find: (text: string) => NamedProduct[];
  /** Orders that are here, by number. */
  existing: ReadonlyMap<string, Awaited<ReturnType<typeof findOrders>>[number]>;
  /** Rows of the file by number. */
  lines: Map<string, number>;
}

function planOrder({ find, existing, lines }: Known, { row, match }: MatchedRow): PlannedRow {
  const early = resultOfMatch(row, match);
  if (early) return early;
  const { person } = match;
  const { values } = row;
  if (!person) return noMember(row);
  const fault = (field: string, reason: string) => refused(row, [{ field, reason }], person);
  const empty = required.filter((field) => values[field] === undefined);
  if (empty.length > 0) return refused(row, empty.map((field) => ({ field, reason: 'Required' })), person); // prettier-ignore
  const found = find(values['product']!);
  const [product] = found;
  const problem = noProduct(found, 'product');
  if (!product || problem) return fault('product', problem ?? '');
  const invoice = values['invoice']!;
  const order = existing.get(invoice);
  if (order) {
    const { userId, totalAmount, status } = order;
    const isSame = userId === person.id && totalAmount === Number(values['total']) && status === values['status'];
    return isSame
      ? unchanged(row, person)
      : fault('invoice', 'An order with this number and other values is here already');
  }
  const earlier = lines.get(invoice);
  if (earlier !== undefined) return fault('invoice', `Row ${earlier} has the same number`);
  lines.set(invoice, row.line);
  const record = { id: null, name: invoice, data: dataOf(values, person, product), former: null };
  return { row, state: 'new', person, changes: wordsOf(values, product), faults: [], record };
}

export async function planOrders(db: Db, matched: readonly MatchedRow[]) {
  const rows = matched.map(({ row }) => row);
  const invoices = rows.flatMap(({ values }) => values['invoice'] ?? []);
  const known: Known = {
    find: await productFinder(db, Object.keys(productNames) as ProductType[], rows, 'product'),
    existing: new Map((await findOrders(db, invoices)).map((order) => [order.invoiceNumber, order])),
    lines: new Map(),
  };
  const planned = matched.map((one) => planOrder(known, one));
  const added = planned.filter(({ state }) => state === 'new').map(({ row: { values } }) => values);
  const byStatus = Map.groupBy(added, (values) => values['status'] as OrderStatus);
  const money = [...byStatus].map(([status, of]) => ({
    status,
    orders: of.length,
    amount: of.reduce((sum, { total }) => sum + Number(total), 0),
  }));
  return { rows: planned, effects: { money } };
}

const orderColumns =
  sql.raw(`invoice_number, user_id, user_name, user_email, user_phone, subtotal, total_amount, status,
  payment_provider, payment_method, created_at, paid_at, expired_at`);

const orderTypes =
  sql.raw(`invoice_number text, user_id uuid, user_name text, user_email text, user_phone text, subtotal int, total_amount int,
  status text, payment_provider text, payment_method text, created_at timestamptz, paid_at timestamptz, expired_at timestamptz`);

/** Inserts the orders with their items and payments, in one statement each; returns the ids of those whose number is free. */
async function insert(db: Db, batchId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
    status: OrderStatus;
  }>`insert into "order" (id, ${orderColumns}, discount_amount, voucher_amount)
    select record_id, ${orderColumns}, 0, 0 from import_row, jsonb_to_record(data) as bought (${orderTypes})
    where batch_id = ${batchId} and record_id = any(${ids}::uuid[])
    on conflict (tenant, invoice_number) do nothing returning id, status`.execute(db);
  const inserted = rows.map(({ id }) => id);
  await sql`insert into order_item (order_id, line, product_type, product_id, product_name, price)
    select record_id, 1, product_type, product_id, product_name, subtotal
    from import_row, jsonb_to_record(data) as bought (product_type text, product_id uuid, product_name text, subtotal int)
    where batch_id = ${batchId} and record_id = any(${inserted}::uuid[])`.execute(db);
  const idsOf = (...statuses: OrderStatus[]) =>
    rows.filter(({ status }) => statuses.includes(status)).map(({ id }) => id);
  await chargeDue(db, idsOf('paid', 'refunded'));
  await refundHeld(db, idsOf('refunded'));
  return inserted;
}

async function write(db: Db, batchId: string, ids: readonly string[], to: string): Promise<string[]> {
  if (to === 'imported') return insert(db, batchId, ids);
  const { rows } = await sql<{ id: string }>`delete from "order" where id = any(${ids}::uuid[]) returning id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

const orderSetting = ({ batchId }: ImportChange): Setting<string> => ({
  table: 'order',
  column: 'status',
  words: batchKinds['order-import'].values,
  // An order that somebody changed has a higher version.
  lock: async (db, ids) => {
    const { rows } = await sql<{ id: string; version: number }>`select id, version from "order"
      where id = any(${ids}::uuid[]) order by id for no key update`.execute(db);
    const versions = new Map(rows.map(({ id, version }) => [id, version]));
    const valueOf = (version: number | undefined) =>
      version === undefined ? 'none' : version === 1 ? 'imported' : 'other';
    return new Map(ids.map((id) => [id, valueOf(versions.get(id))]));
  },
  setTogether: (db, ids, to) => write(db, batchId, ids, to),
  setOne: async () => {
    throw conflict('Another order has this number since the preview');
  },
});

export const orderImportBatch: RecordedKind = {
  calls: { kind: 'order-import', start: startImport },
  setting: (change) => orderSetting(change as ImportChange),
  atOnce: 500,
};
