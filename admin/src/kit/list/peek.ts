/** Configuration of a list's peek panel (looks.md, Side peek). */
import { type ComponentType, lazy } from 'react';
import type { Endpoint, Reply } from '#contract/kernel/endpoint.ts';

interface Parts<Row, Record> {
  /** Noun of its kind: "order". */
  what: string;
  /** Path above the id of the record's page. */
  to: string;
  /** Title of a row or of the record, so that it is shown before the record is loaded. */
  title: (row: Row) => string;
  badge?: ComponentType<Record & object>;
  /** Loaded on first use. */
  content: () => Promise<ComponentType<{ record: Record }>>;
}

export interface Peek<Row> extends Omit<Parts<Row, unknown>, 'content'> {
  /** Endpoint that reads a record by its id. */
  call: Endpoint;
  content: ComponentType<{ record: unknown }>;
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
  { content, ...parts }: Parts<Row, Reply<E>> & (Reply<E> extends Row ? unknown : never),
): Peek<Row> {
  const load = content as Parts<Row, unknown>['content'];
  return {
    ...(parts as Omit<Parts<Row, unknown>, 'content'>),
    call,
    content: lazy(async () => ({ default: await load() })),
    prepare: () => void load(),
  };
}
