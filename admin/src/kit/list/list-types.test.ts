/** Proves that a list says by what its rows are known, so that what it peeks at is found; `tsc` judges. */
import { expectTypeOf, test } from 'vitest';
import type { ListViewProps } from './list-page.tsx';
import type { Peek } from './peek.ts';

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

test('a list that peeks without the key of its rows is refused', () => {
  expectTypeOf<Peeking>().not.toExtend<ListViewProps<Row>>();
  expectTypeOf<Peeking & { rowKey: (row: Row) => string }>().toExtend<ListViewProps<Row>>();
});
