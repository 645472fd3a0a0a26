/** Tests that a list with a peek requires a row key; checked by `tsc`. */
import { expectTypeOf, test } from 'vitest';
import type { ListViewProps } from '../kit/list/list-page.tsx';
import type { Peek } from '../kit/list/peek.ts';

interface Row {
  id: string;
}
interface Peeking {
  title: string;
  columns: [];
  empty: { title: string; text: string };
  rowLink: (row: Row) => string;
  peek: Peek<Row>;
}

test('a list with a peek but without a row key is a type error', () => {
  expectTypeOf<Peeking>().not.toExtend<ListViewProps<Row>>();
  expectTypeOf<Peeking & { rowKey: (row: Row) => string }>().toExtend<ListViewProps<Row>>();
});
