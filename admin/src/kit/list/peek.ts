/** Configuration of a list's peek panel (looks.md, Side peek). */
import type { QueryClient } from '@tanstack/react-query';
import { type ComponentType, lazy } from 'react';
import type { Endpoint, Reply } from '#contract/kernel/endpoint.ts';
import { queryOf } from '../api/use-call.ts';

interface Head<Row> {
  /** Noun of its kind: "order". */
  what: string;
  /** Title of a row or of the record, so that it is shown before the record is loaded. */
  title: (row: Row) => string;
}

interface Parts<Row, Record> extends Head<Row> {
  /** Path above the id of the record's page; absent: Enter opens the panel. */
  to?: string;
  badge?: ComponentType<Record & object>;
  /** Loaded on first use. */
  content: () => Promise<ComponentType<{ record: Record }>>;
}

/** Props of the content of a row that has no endpoint; `record` is undefined for a row of another page. */
export interface RowContent<Row> {
  id: string;
  record: Row | undefined;
}

interface RowParts<Row> extends Head<Row> {
  /** Path of a row's page, which Enter opens; absent: Enter opens the panel. */
  pageOf?: (row: Row) => string;
  badge?: ComponentType<Row & object>;
  content: () => Promise<ComponentType<RowContent<Row>>>;
  /** Prefetches what the content reads. */
  prefetch: (client: QueryClient, row: Row) => void;
}

export interface Peek<Row> extends Head<Row> {
  /** Path above the id of the record's page; absent: there is none, or `pageOf` names it. */
  to?: string;
  pageOf?: (row: Row) => string;
  badge?: ComponentType<object>;
  /** Endpoint that reads a record by its id; absent: the content is given the row. */
  call?: Endpoint;
  content: ComponentType<{ id: string; record: unknown }>;
  prefetch: (client: QueryClient, row: Row, id: string) => void;
  /** Preloads the code of the content. */
  prepare: () => void;
}

/** Id of the row whose panel is open, and the function to open another; undefined: none. */
export interface Peeking {
  id: string | undefined;
  show: (id: string | undefined) => void;
}

/**
 * Creates a peek: `peek={peekOf(getOrder, { what: 'order', to: '/order', title: …, content: … })}`. The row key must be
 * the id.
 */
export function peekOf<E extends Endpoint, Row>(
  call: E,
  parts: Parts<Row, Reply<E>> & (Reply<E> extends Row ? unknown : never),
): Peek<Row> {
  return {
    ...withLazyContent(parts),
    call,
    prefetch: (client, _row, id) => void client.prefetchQuery(queryOf(call as Endpoint, { params: { id } })),
  };
}

/** Creates a peek whose content reads for itself, from the row. */
export const rowPeekOf = <Row>({ pageOf, prefetch, ...parts }: RowParts<Row>): Peek<Row> => ({
  ...withLazyContent(parts),
  ...(pageOf && { pageOf }),
  prefetch,
});

/** Path of the page of a row; undefined if it has none, or if the row is not known. */
export const pageOfRow = <Row>({ to, pageOf }: Peek<Row>, id: string, row: Row | undefined): string | undefined =>
  to === undefined ? row && pageOf?.(row) : `${to}/${id}`;

function withLazyContent<Row>({ content, ...parts }: Head<Row> & { content: unknown }) {
  const load = content as () => Promise<Peek<Row>['content']>;
  return {
    ...(parts as Head<Row> & Pick<Peek<Row>, 'to' | 'badge'>),
    content: lazy(async () => ({ default: await load() })),
    prepare: () => void load(),
  };
}
