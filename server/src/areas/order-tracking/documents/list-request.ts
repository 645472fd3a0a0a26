/**
 * Queries that the embedded documents accept: a whitelist of exactly those that the tracking client sends
 * (order-tracking.md, The whole protocol). Everything that the schemas do not name is an error.
 */
import { z } from 'zod';
import { orderStatuses, type OrderStatus } from '#contract/order/status.ts';
import { trackingCollections, trackingPageLimit } from '#contract/order-tracking/endpoints.ts';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import { isKnownCollection, parseName, type Collection } from './document-name.ts';
import { denied, invalid } from './firestore-error.ts';
import { moment, plainString, typedValue, type TypedValue } from './typed-value.ts';

export interface ListFilter {
  userEmail?: string;
  customerServicePhone?: string;
  status?: OrderStatus;
  /** Matches any non-empty text as status. */
  hasStatus?: true;
  /** RFC 3339, to the nanosecond; matches timestamps from this one on, and no values of other types. */
  since?: string;
}

/** Orders are sorted by timestamp and name, newest first; customer services by name. */
export interface ListRequest {
  collection: Collection;
  filter: ListFilter;
  /** Starts after this position; `value`: timestamp, for orders only. */
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

/** Filter that only counts use, to compute the number of orders without a status. */
const hasStatus = z
  .strictObject({
    fieldFilter: z.strictObject({
      field: field('status'),
      op: z.literal('GREATER_THAN'),
      value: z.strictObject({ stringValue: z.literal('') }),
    }),
  })
  .transform((): ListFilter => ({ hasStatus: true }));

/** A single filter, or several in an AND; each field at most once. */
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
  .transform(({ where: filtered = {}, limit: max, startAt }) => ({
    filter: filtered,
    limit: max,
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
  .transform(({ limit: max, startAt }) => ({
    filter: {},
    limit: max,
    value: undefined,
    reference: startAt?.values[0].referenceValue,
  }));

const runQuery = z.strictObject({ structuredQuery: z.unknown() });
const runAggregationQuery = z.strictObject({
  structuredAggregationQuery: z.strictObject({
    aggregations: z.tuple([z.strictObject({ alias: z.string().regex(/^\w{1,100}$/), count: z.strictObject({}) })]),
    // The SDK adds `__name__` to the order of lists, not of counts.
    structuredQuery: z.strictObject({
      from: fromOrders,
      where: where(z.union([listFilter, hasStatus])).optional(),
      orderBy: z.union([z.tuple([newestFirst]), newestFirstByName]),
    }),
  }),
});

/** @throws FirestoreError 403 for another collection, 400 for a query that the client does not send. */
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

/** Parses a count, which has the order of a list. `alias`: the caller's name for the result. */
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

/** Parses a value. @throws FirestoreError 400 that names the first place that is not allowed. */
export function allowed<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw invalid(
    `This request is not one that the tracking screens send: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`,
  );
}
