/** What a list shows of a row beside it (looks.md, Side peek). */
import { type ComponentType, lazy } from 'react';
import type { CallInput, Endpoint, Reply } from '#contract/kernel.ts';

interface Parts<Row, Record> {
  /** Its kind in a sentence: "order". */
  what: string;
  /** Its page is below this address. */
  to: string;
  /** Of a row and of the record alike, so that it is there at once. */
  title: (told: Row) => string;
  badge?: ComponentType<Record & object>;
  /** Its code comes when a row is gone to. */
  content: () => Promise<ComponentType<{ record: Record }>>;
}

export interface Peek<Row> extends Omit<Parts<Row, unknown>, 'content'> {
  /** Reads one record by its id. */
  call: Endpoint;
  content: ComponentType<{ record: unknown }>;
  /** Loads the code of what is shown. */
  prepare: () => void;
}

/** Which row is peeked at, and another; undefined: none. */
export interface Peeking {
  id: string | undefined;
  show: (id: string | undefined) => void;
}

/** `peek={peekOf(getOrder, { what: 'order', to: '/order', title: …, content: … })}`; the key of a row is its id. */
export function peekOf<E extends Endpoint, Row>(
  call: E,
  { content, ...parts }: Parts<Row, Reply<E>> & (Reply<E> extends Row ? unknown : never),
): Peek<Row> {
  const load = content as unknown as Parts<Row, unknown>['content'];
  return {
    ...(parts as unknown as Omit<Parts<Row, unknown>, 'content'>),
    call,
    content: lazy(async () => ({ default: await load() })),
    prepare: () => void load(),
  };
}

/** What reading the record of a row takes. */
export const peekInput = (id: string) => ({ params: { id } }) as unknown as CallInput<Endpoint>;
