/** Generates valid input of an endpoint from its schemas, so that new endpoints are tested automatically. */
import { z } from 'zod';
import { assignments } from '#contract/assignment/table.ts';
import { undoBatch } from '#contract/batch/endpoints.ts';
import { batches } from '#contract/batch/starts.ts';
import { getAttendance, saveAttendance } from '#contract/course/attendance/endpoints.ts';
import { readListSheet } from '#contract/course/attendance/list-sheet.ts';
import { productNames } from '#contract/pricing/product-type.ts';
import { ownerOf, textKindOf } from '#contract/kernel/fields.ts';
import { orderExport, paperExport, peopleExport, refundExport } from '#contract/exports/endpoints.ts';
import { createFinalProject } from '#contract/course/final.ts';
import { deskUrl, workOrder } from '#contract/order-tracking/desk.ts';
import { getMember } from '#contract/integration/members.ts';
import { takePaymentBack } from '#contract/payment/entries.ts';
import { getPlacedOrder, placeOrder, quoteBasket, reportPayment } from '#contract/integration/orders.ts';
import { makeOrder } from '#contract/order/new-order.ts';
import { setOrderStatus } from '#contract/order/endpoints.ts';
import type { Endpoint, Tenant } from '#contract/kernel/endpoint.ts';
import { learningPaths } from '#contract/learning-path/endpoints.ts';
import {
  createPathProject,
  createPathQuiz,
  deletePathFinal,
  deletePathProject,
  getPathProject,
  updatePathProject,
} from '#contract/learning-path/final.ts';
import { writeXlsx } from '#shared/spreadsheet/xlsx.ts';
import { createWebhook } from '#contract/integration/webhooks.ts';
import { getProgress } from '#contract/course/progress.ts';
import { createNextBatch, previewNextBatch, undoNextBatch } from '#contract/course/schedule/next-batch.ts';
import { type RecordKind, recordKinds } from '#contract/kernel/record-kinds.ts';
import { deleteQuiz } from '#contract/course/quiz/endpoints.ts';
import { reorderSectionItems } from '#contract/course/section/endpoints.ts';
import { plans } from '#contract/subscription/plans.ts';
import { mergeUsers, previewMerge } from '#contract/user/merge.ts';
import { previewImport, startImport } from '#contract/user/import/endpoints.ts';
import { erasePerson, notePrivacyRequest, openDossier } from '#contract/user/privacy.ts';
import { previewTransfer, transferPlaces } from '#contract/user/transfer.ts';
import type { Sql } from '#platform/testing/user.ts';
import { type ColumnValues, type Ids, addRecord } from '#shared/testing/sample.ts';
import { prepareLink, signedBy } from './gateway-input.ts';
import { agentId, askedBy, challenge, prepareAgents } from './prepare-agents.ts';
import { certificateCode, prepareCertificates } from './prepare-certificates.ts';
import { memberIn, prepareLearning } from './prepare-learning.ts';
import { prepareCompanies } from './prepare-companies.ts';
import { preparePapers } from './prepare-papers.ts';
import { prepareRefunds, refundedBy } from './prepare-refunds.ts';
import { prepareBroadcasts, tokenFor } from './prepare-broadcasts.ts';
import { prepareWaiting } from './prepare-waiting.ts';
import { payoutFile, preparePayouts, readsPayouts } from './prepare-payouts.ts';
import { prepareBank, readsStatement, statementFile } from './prepare-bank.ts';

/** Input as sent, before the schemas parse it. */
export interface WireInput {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
}

const texts = [
  'MORNING',
  'contoh@sample.test',
  '2026-01-02',
  // In the future, because nothing can be moved into the past.
  '2096-01-02T03:04:05Z',
  'https://sample.test/a',
  'kuda-terbang-9',
  'application/pdf',
  'WEBVTT\n\n00:01.000 --> 00:02.000\nHalo',
  '70',
  certificateCode,
  '203.0.113.7',
  // NPWP and NIK.
  '3174014508900001',
  agentId,
  challenge,
];
const numbers = [1, 0];

let named = 0;
/** Unique, because names may have to be; letters and digits, because it may be a code. */
function newName(): string {
  named += 1;
  return `NAMA${named}`;
}

const fits = (schema: z.core.$ZodType) => (value: unknown) => z.safeParse(schema, value).success;

function targetOf(schema: z.core.$ZodType, targets: Ids): string | undefined {
  const kind = ownerOf(schema);
  return kind && targets[kind];
}

/** Schemas with inner fields, which are tested too. */
const isComposite = (schema: z.core.$ZodType) =>
  ['object', 'array', 'union'].includes((schema as z.core.$ZodTypes)._zod.def.type);

/** Wire form of a value that the schema accepts; an id is that of the record of its kind. */
export function valueFor(schema: z.core.$ZodType, targets: Ids): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const first = (...values: unknown[]) => values.find(fits(schema));
  switch (def.type) {
    case 'object':
      return withPeriod(
        withOptions(
          Object.fromEntries(Object.entries(def.shape).map(([key, inner]) => [key, valueFor(inner, targets)])),
        ),
      );
    case 'array':
      return [valueFor(def.element, targets)];
    case 'optional':
    case 'default':
      return valueFor(def.innerType, targets);
    case 'nullable':
      return isComposite(def.innerType) ? valueFor(def.innerType, targets) : null;
    case 'pipe':
      return first(valueFor(def.in, targets), ...texts);
    case 'union':
      return first(...def.options.map((option) => valueFor(option, targets)));
    case 'enum':
      return Object.values(def.entries)[0];
    case 'literal':
      return def.values[0];
    case 'boolean':
      return false;
    case 'number':
      return first(...numbers);
    case 'string':
      return (
        targetOf(schema, targets) ?? first(...(textKindOf(schema) === 'name' ? [newName()] : []), ...texts) ?? unnamed()
      );
    default:
      throw new Error(`No example of a ${def.type} yet`);
  }
}

function unnamed(): never {
  throw new Error('A text that no example fits: an id says whose it is (idOf), other texts want an example here');
}

/** Gives a question two options, one of them right. */
function withOptions(made: Record<string, unknown>): Record<string, unknown> {
  if (!Array.isArray(made['options'])) return made;
  const [option] = made['options'] as { optionId?: string }[];
  // An id would have to name an existing option.
  const { optionId: _, ...fresh } = option ?? {};
  const options = [true, false].map((isCorrect) => ({ ...fresh, text: newName(), isCorrect }));
  return { ...made, options };
}

/** Makes the end later than the start. */
function withPeriod(made: Record<string, unknown>): Record<string, unknown> {
  for (const [from, to] of [
    ['startAt', 'endAt'],
    ['startDate', 'endDate'],
    ['from', 'until'],
  ] as const) {
    const start = made[from];
    if (typeof start === 'string' && start.includes('T') && start === made[to])
      return { ...made, [to]: new Date(Date.parse(start) + 3_600_000).toISOString() };
  }
  return made;
}

/** Fields that a schema reads, before transformations; of a union, all of them. */
export function shapeOf(schema: z.core.$ZodType | undefined): [key: string, schema: z.core.$ZodType][] {
  if (!schema) return [];
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'object') return Object.entries(def.shape);
  if (def.type === 'pipe') return shapeOf(def.in);
  return def.type === 'union' ? def.options.flatMap(shapeOf) : [];
}

/** Column values of records that an endpoint requires, such as the product type of a discount. */
export function columnsFor(entry: Endpoint): ColumnValues {
  const link = Object.values(assignments).find((one) => Object.values<unknown>(one).includes(entry));
  const type = link && Object.keys(productNames).find((one) => one === link.many || one === link.rows);
  return {
    ...(type && { discount: { product_type: type } }),
    ...(isOfClass(entry) && { lesson: { type: 'LIVE_CLASS' } }),
    // Only users with a desk role can be assigned.
    ...(entry === workOrder && { user: { role: 'customer-service' } }),
    // Undo deletes copies of the course of the call.
    ...(entry === undoNextBatch && { course: { name: 'Kelas', copied_from: 'Kelas' } }),
    // Only payments by hand are taken back.
    ...(entry === takePaymentBack && { payment: { provider: 'manual' } }),
    // The price equals the one in the input.
    ...((entry === makeOrder || entry === placeOrder) && { course: { price: numbers[0], is_published: true } }),
  };
}

const isOfClass = (entry: Endpoint) => entry === getAttendance || entry === saveAttendance;

/**
 * Changes records as an endpoint requires: users with attendance or progress are members, a course has no project
 * before one is created.
 */
export async function prepareRecords(sql: Sql, entry: Endpoint, tenant: Tenant, ids: Partial<Ids>): Promise<void> {
  if ((entry === saveAttendance || entry === getProgress || isTransfer(entry)) && ids.user)
    await sql('insert into course_user (tenant, course_id, user_id) values ($1, $2, $3) on conflict do nothing', [
      tenant,
      ids.course,
      ids.user,
    ]);
  // Tracked orders are read from their documents.
  if (entry.url.startsWith(`${deskUrl}/:id/`)) await addTrackedOrder(sql, tenant);
  // Not claimed by another user.
  if (entry === workOrder) await sql('update desk_order set claimed_by = null where tenant = $1', [tenant]);
  // The order of a section must name all its items.
  if (entry === reorderSectionItems) await sql('delete from quiz where section_id = $1', [ids.section]);
  if (entry === createFinalProject) await sql('delete from final_project where course_id = $1', [ids.course]);
  // A plan with subscriptions cannot be deleted.
  if (entry === plans.remove) await sql('delete from subscription where plan_id = $1', [ids.plan]);
  if (isNextBatch(entry)) await addDated(sql, tenant, ids.course);
  await makeFinal(sql, entry, tenant, ids);
  await prepareCertificates(sql, entry, tenant, ids, newName());
  await prepareLearning(sql, entry, tenant, ids);
  await preparePapers(sql, entry, tenant, ids);
  await prepareRefunds(sql, entry, tenant, ids);
  await prepareCompanies(sql, entry, tenant, ids);
  await prepareWaiting(sql, entry, tenant, ids);
  await prepareBroadcasts(sql, entry, tenant, ids);
  await preparePayouts(sql, entry, tenant, ids);
  await prepareBank(sql, entry, tenant, ids);
  await prepareAgents(sql, entry, tenant);
  // Valid input asks for the first part.
  if (isExportPart(entry))
    await sql('update data_export set parts = $2, kind = $3 where id = $1', [
      ids.export,
      numbers[0],
      exportKindOf(entry),
    ]);
  // It has changed records, and is not running any more.
  if (entry === undoBatch) await sql(`update batch set state = 'done', done = 1 where id = $1`, [ids.batch]);
  if (entry === setOrderStatus && ids.user) await makePayable(sql, tenant, ids);
  // Their number is limited.
  if (entry === createWebhook) await sql('delete from webhook where tenant = $1', [tenant]);
  if (isMerge(entry) || isImport(entry)) await addOtherAccount(sql, tenant);
  if (entry.area === 'video') await addPlayer(sql, tenant, ids);
  await preparePrivacy(sql, entry, ids);
  await prepareLink(sql, entry, tenant, ids.order);
  if (entry.url.startsWith('/integration/')) await addOutside(sql, tenant);
}

const isTransfer = (entry: Endpoint) => entry === transferPlaces || entry === previewTransfer;
const isNextBatch = (entry: Endpoint) => entry === createNextBatch || entry === previewNextBatch;

/** Class of the course with the id of the example of an id without a kind. */
const addDated = (sql: Sql, tenant: Tenant, courseId: string | undefined) =>
  sql(
    `insert into course_section (tenant, id, course_id, name, position, start_at) values ($1, $2, $3, 'Kelas', 1024, now())
      on conflict (tenant, id) do update set course_id = excluded.course_id`,
    [tenant, agentId, courseId],
  );

/** External id of a member and of their order. */
const externalId = 'dari-toko';

async function addOutside(sql: Sql, tenant: Tenant): Promise<void> {
  await sql(
    `with buyer as (insert into "user" (tenant, email, name, password_hash, role, external_id)
        values ($1, 'toko@sample.test', 'Pembeli', '', 'member', $2) on conflict do nothing returning id)
      insert into "order" (tenant, external_id, invoice_number, user_id, user_name, user_email, user_phone, subtotal,
        total_amount, status, payment_provider, payment_method)
      select $1, $2, 'INV/' || $2, id, 'Pembeli', 'toko@sample.test', '', 0, 0, 'unpaid', '', '' from buyer`,
    [tenant, externalId],
  );
}

/** Kind of the export that a call reads. */
const exportKindOf = (entry: Endpoint) =>
  Object.entries({ orders: orderExport, people: peopleExport, papers: paperExport, refunds: refundExport }).find(
    ([, { read }]) => entry === read,
  )?.[0];
export const isExportPart = (entry: Endpoint) => exportKindOf(entry) !== undefined;

/** Lesson that plays the video: without one, it belongs to no course. */
async function addPlayer(sql: Sql, tenant: Tenant, ids: Partial<Ids>): Promise<void> {
  const [upload] = await sql(
    `select upload.url from upload join video on upload_id = upload.id left join video_caption caption on video_id = video.id
    where video.id = $1 or caption.id = $2`,
    [ids.video, ids['video-caption']],
  );
  if (upload) await addRecord(sql, 'lesson', tenant, { video_source: upload['url'] });
}

const isMerge = (entry: Endpoint) => entry === previewMerge || entry === mergeUsers;
const isImport = (entry: Endpoint) => entry === previewImport || entry === startImport;
/** Second account of a merge, and the person whose name an import changes. */
const otherAccount = '01890000-0000-7000-8000-00000000ffff';

async function addOtherAccount(sql: Sql, tenant: Tenant): Promise<void> {
  await sql(
    `insert into "user" (tenant, id, email, name, password_hash, role) values ($1, $2, 'lain@sample.test', 'Akun lain', '', 'member')
      on conflict (tenant, id) do update set name = excluded.name, merged_into = null, status = 1`,
    [tenant, otherAccount],
  );
}

/** Requests for personal data: none of the kind waits before one is noted, a dossier has a file, an erasure an e-mail. */
async function preparePrivacy(sql: Sql, entry: Endpoint, ids: Partial<Ids>): Promise<void> {
  const request = ids['privacy-request'];
  if (entry === notePrivacyRequest)
    await sql(`update privacy_request set state = 'withdrawn' where user_id = $1`, [ids.user]);
  if (entry === openDossier) await sql(`update privacy_request set file_url = '/files/x' where id = $1`, [request]);
  if (entry !== erasePerson || !request) return;
  await sql(`update "user" set email = id || '@sample.test' where email = $1`, [texts[1]]);
  await sql(`update privacy_request set kind = 'erasure' where id = $1`, [request]);
  await sql(`update "user" set email = $2 where id = (select user_id from privacy_request where id = $1)`, [
    request,
    texts[1],
  ]);
}

/** Values that follow from other fields or from the present time. */
const otherValues = (entry: Endpoint) => ({
  ...([getMember, getPlacedOrder, reportPayment].includes(entry as never) && { externalId }),
  ...((entry === placeOrder || entry === quoteBasket) && { member: { externalId } }),
  ...memberIn(entry),
  ...refundedBy(entry),
  ...signedBy(entry),
  ...askedBy(entry),
  ...tokenFor(entry),
  ...(isMerge(entry) && { userId: otherAccount }),
  ...(isImport(entry) && { columns: 'email,name' }),
  ...(readsPayouts(entry) && { columns: 'payout,paidOutOn,reference,gross,fee' }),
  ...(readsStatement(entry) && { columns: 'account,bookedOn,,,description,reference,debit,credit' }),
  // The course is as it was, whichever that is.
  ...(isNextBatch(entry) && { seen: undefined }),
  // There is one course.
  ...(isTransfer(entry) && { toCourseId: null, seen: undefined }),
  // Access is not extended into the past.
  ...((entry === batches.courseAccess.start || entry === batches.pathAccess.start) && { until: '2096-01-02' }),
  ...(entry === notePrivacyRequest && { askedAt: '2026-01-02T03:04:05Z' }),
});

/** File of a form: a spreadsheet for an import or an attendance list, a picture of one grey pixel for other calls. */
export function fileFor(entry: Endpoint): Buffer {
  if (readsPayouts(entry)) return payoutFile();
  if (readsStatement(entry)) return statementFile();
  if (isImport(entry)) return Buffer.from('email,nama\nlain@sample.test,Akun impor\n');
  if (entry === readListSheet) return Buffer.from(writeXlsx([['Nama'], ['Ani']]));
  return Buffer.from(smallPng, 'base64');
}
const smallPng = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==';

/** Adds the document whose id valid input has, and its order at the desk. */
async function addTrackedOrder(sql: Sql, tenant: Tenant): Promise<void> {
  await sql(
    `insert into tracking_document (tenant, collection, id, fields) values ($1, 'order_staging', $2, '{}') on conflict do nothing`,
    [tenant, texts[0]],
  );
  await sql('insert into desk_order (tenant, id) values ($1, $2) on conflict do nothing', [tenant, texts[0]]);
}

/** Removes the end of a path before one is created, and sets it before it is changed or deleted. */
async function makeFinal(sql: Sql, entry: Endpoint, tenant: Tenant, ids: Partial<Ids>): Promise<void> {
  const path = ids['learning-path'];
  // Changing or deleting a path affects the submissions of its project.
  if (path && (entry === learningPaths.update || entry === learningPaths.remove))
    await sql('update project_submission set course_id = null, path_id = $2 where id = $1', [ids.submission, path]);
  // A final quiz shows the path's name, and the path shows the quiz.
  if (path && (entry === learningPaths.update || entry === deleteQuiz)) {
    await sql('delete from quiz where path_id = $1', [path]);
    await sql('update quiz set section_id = null, path_id = $2 where id = $1', [ids.quiz, path]);
  }
  if (entry === createPathQuiz || entry === createPathProject)
    for (const table of ['quiz', 'final_project']) await sql(`delete from ${table} where path_id = $1`, [path]);
  if (path && (entry === getPathProject || entry === updatePathProject || entry === deletePathProject))
    await sql('update final_project set course_id = null, path_id = $2 where id = $1', [ids['final-project'], path]);
  if (path && entry === deletePathFinal)
    await sql('insert into final_project (tenant, path_id) values ($1, $2) on conflict do nothing', [tenant, path]);
}

/** Makes an order of a course and a path that its member does not have, with a released voucher. */
async function makePayable(sql: Sql, tenant: Tenant, ids: Partial<Ids>): Promise<void> {
  const { order, user } = ids;
  for (const table of ['course_user', 'learning_path_user'])
    await sql(`delete from ${table} where user_id = $1`, [user]);
  await sql('delete from order_item where order_id = $1', [order]);
  for (const [line, [type, product]] of [
    ['courses', ids.course],
    ['learning paths', ids['learning-path']],
  ].entries())
    await sql(
      `insert into order_item (tenant, order_id, line, product_type, product_id, product_name, price, discount_amount)
       values ($1, $2, $3, $4, $5, 'Sampel', 0, 0)`,
      [tenant, order, line + 1, type, product],
    );
  await sql(`update "order" set user_id = $2, status = 'expired' where id = $1`, [order, user]);
  // A single-use code.
  const code = newName();
  await sql('insert into voucher_code (tenant, voucher_id, code) values ($1, $2, $3)', [tenant, ids.voucher, code]);
  await sql(
    `insert into voucher_redemption (tenant, order_id, voucher_id, user_id, amount, released_at, code)
     values ($1, $2, $3, $4, 1, now(), $5)
     on conflict (tenant, order_id) do update set released_at = now(), code = $5`,
    [tenant, order, ids.voucher, user, code],
  );
}

/** Replaces the fields that `made` has. */
function withOtherValues(made: unknown, entry: Endpoint): unknown {
  const others = Object.entries(otherValues(entry)).filter(([key]) => key in (made as object));
  return others.length > 0 ? { ...(made as object), ...Object.fromEntries(others) } : made;
}

/**
 * Params and body complete, and the required part of the query, because the rest narrows the result. @throws Error if
 * the generated value is invalid: then this file needs another example
 */
export function validInput(entry: Endpoint, targets: Ids): WireInput {
  const part = (schema: z.ZodType | undefined) => {
    if (!schema) return undefined;
    const value = withOtherValues(valueFor(schema, targets), entry);
    z.parse(schema, value);
    return value;
  };
  const words = (value: unknown) =>
    Object.fromEntries(Object.entries(value ?? {}).map(([key, word]) => [key, String(word)]));
  const query = shapeOf(entry.query).filter(([, schema]) => !fits(schema)(undefined));
  return {
    params: words(part(entry.params)),
    query: words(part(z.object(Object.fromEntries(query)))),
    body: part(entry.body),
  };
}

const kinds = Object.keys(recordKinds) as RecordKind[];

/** Ids without records. */
export const placeholders = Object.fromEntries(
  kinds.map((kind, index) => [kind, `01890000-0000-7000-8000-${(index + 1).toString(16).padStart(12, '0')}`]),
) as Ids;

/** Kinds of record that an input names. */
export function kindsNamedBy(entry: Endpoint): RecordKind[] {
  const text = JSON.stringify(validInput(entry, placeholders));
  return kinds.filter((kind) => text.includes(placeholders[kind]));
}
