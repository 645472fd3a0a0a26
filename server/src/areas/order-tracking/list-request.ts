/**
 * The queries that the embedded documents answer: a whitelist of exactly those that the tracking client sends
 * (order-tracking.md, The whole protocol). The schemas name everything that is allowed; the rest is refused, loudly.
 */
import { z } from 'zod';
import { orderStatuses, type OrderStatus } from '#contract/order-status.ts';
import { trackingCollections, trackingPageLimit } from '#contract/order-tracking.ts';
import type { Tenant } from '#contract/kernel.ts';
import { isKnownCollection, parseName, type Collection } from './document-name.ts';
import { denied, invalid } from './firestore-error.ts';
import { moment, plainString, typedValue, type TypedValue } from './typed-value.ts';

export interface ListFilter {
  userEmail?: string;
  customerServicePhone?: string;
  status?: OrderStatus;
  /** Admits any text as status, and no missing or empty one. */
  hasStatus?: true;
  /** RFC 3339, to the nanosecond; admits that moment and later ones, and no value of another type. */
  since?: string;
}

/** The orders are listed by timestamp and name, newest first; the customer services by name. */
export interface ListRequest {
  collection: Collection;
  filter: ListFilter;
  /** Starts after this position; `value` is the timestamp's, for orders alone. */
  after?: { value: TypedValue | undefined; id: string };
}

const field = (path: string) => z.strictObject({ fieldPath: z.literal(path) });
const orderedBy = (path: string, direction: string) =>
  z.strictObject({ field: field(path), direction: z.literal(direction) });
const from = (collection: Collection) => z.tuple([z.strictObject({ collectionId: z.literal(collection) })]);

const equals = <Text extends z.ZodType>(path: string, stringValue: Text) =>
  z.strictObject({ field: field(path), op: z.literal('EQUAL'), value: z.strictObject({ stringValue }) });
const listFilter = z
  .strictObject({
    fieldFilter: z.union([
      equals('user_email', plainString).transform(({ value }): ListFilter => ({ userEmail: value.stringValue })),
      equals('customer_service_number.phone', plainString).transform(({ value }): ListFilter => ({
        customerServicePhone: value.stringValue,
      })),
      equals('status', z.enum(orderStatuses)).transform(({ value }): ListFilter => ({ status: value.stringValue })),
      z
        .strictObject({
          field: field('timestamp'),
          op: z.literal('GREATER_THAN_OR_EQUAL'),
          value: z.strictObject({ timestampValue: moment }),
        })
        .transform(({ value }): ListFilter => ({ since: value.timestampValue })),
    ]),
  })
  .transform(({ fieldFilter }) => fieldFilter);

/** Counted alone, to tell how many have no status: those are listed by leaving out the others. */
const hasStatus = z
  .strictObject({
    fieldFilter: z.strictObject({
      field: field('status'),
      op: z.literal('GREATER_THAN'),
      value: z.strictObject({ stringValue: z.literal('') }),
    }),
  })
  .transform((): ListFilter => ({ hasStatus: true }));

/** One filter comes bare, several in an AND; each at most once. */
const where = <Filter extends z.ZodType<ListFilter>>(filter: Filter) =>
  z.union([
    filter,
    z
      .strictObject({
        compositeFilter: z.strictObject({ op: z.literal('AND'), filters: z.array(filter).min(1).max(4) }),
      })
      .transform(({ compositeFilter }) => compositeFilter.filters)
      .refine((all) => new Set(all.flatMap(Object.keys)).size === all.length, 'Filters the same field twice')
      .transform((all): ListFilter => Object.assign({}, ...all)),
  ]);

const reference = z.strictObject({ referenceValue: plainString });
const startAfter = <Values extends z.ZodType>(values: Values) => z.strictObject({ before: z.literal(false), values });
const limit = z
  .int()
  .min(1, 'A limit must be positive')
  .max(trackingPageLimit, `A limit is at most ${trackingPageLimit}`);

const newestFirst = orderedBy('timestamp', 'DESCENDING');
const newestFirstByName = z.tuple([newestFirst, orderedBy('__name__', 'DESCENDING')]);
const fromOrders = from(trackingCollections.orders);
const listOfOrders = z
  .strictObject({
    from: fromOrders,
    where: where(listFilter).optional(),
    orderBy: newestFirstByName,
    limit,
    startAt: startAfter(z.tuple([typedValue, reference])).optional(),
  })
  .transform(({ where: filtered = {}, limit: most, startAt }) => ({
    filter: filtered,
    limit: most,
    value: startAt?.values[0],
    reference: startAt?.values[1].referenceValue,
  }));
const listOfNumbers = z
  .strictObject({
    from: from(trackingCollections.customerServices),
    orderBy: z.tuple([orderedBy('__name__', 'ASCENDING')]),
    limit,
    startAt: startAfter(z.tuple([reference])).optional(),
  })
  .transform(({ limit: most, startAt }) => ({
    filter: {},
    limit: most,
    value: undefined,
    reference: startAt?.values[0].referenceValue,
  }));

const runQuery = z.strictObject({ structuredQuery: z.unknown() });
const runAggregationQuery = z.strictObject({
  structuredAggregationQuery: z.strictObject({
    aggregations: z.tuple([z.strictObject({ alias: z.string().regex(/^\w{1,100}$/), count: z.strictObject({}) })]),
    // The SDK adds the name to the order of a list, not of a count.
    structuredQuery: z.strictObject({
      from: fromOrders,
      where: where(z.union([listFilter, hasStatus])).optional(),
      orderBy: z.union([z.tuple([newestFirst]), newestFirstByName]),
    }),
  }),
});

/** @throws FirestoreError 403 for another collection, 400 for any other query than the client's. */
export function readListRequest(tenant: Tenant, body: unknown): ListRequest & { limit: number } {
  const { structuredQuery } = allowed(runQuery, body);
  const collection = collectionOf(structuredQuery);
  const request = allowed(collection === trackingCollections.orders ? listOfOrders : listOfNumbers, structuredQuery);
  const after = request.reference === undefined ? undefined : parseName(tenant, request.reference);
  if (after && after.collection !== collection) throw invalid('The cursor is not of the listed collection');
  return {
    collection,
    filter: request.filter,
    limit: request.limit,
    ...(after && { after: { value: request.value, id: after.id } }),
  };
}

/** A count is asked for with the list's own order. Answers with the name that the caller gives to the figure. */
export function readCountRequest(body: unknown): { filter: ListFilter; alias: string } {
  const {
    aggregations: [{ alias }],
    structuredQuery,
  } = allowed(runAggregationQuery, body).structuredAggregationQuery;
  return { filter: structuredQuery.where ?? {}, alias };
}

const withCollection = z.object({ from: z.tuple([z.object({ collectionId: z.string() })]) });

function collectionOf(structuredQuery: unknown): Collection {
  const { collectionId } = allowed(withCollection, structuredQuery).from[0];
  if (!isKnownCollection(collectionId)) throw denied('This collection is not open');
  return collectionId;
}

/** The parsed value, or a refusal that says where the request leaves the whitelist. */
export function allowed<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw invalid(
    `This request is not one that the tracking screens send: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`,
  );
}
