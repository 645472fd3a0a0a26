/** List page of a record's endpoints (contract/src/kernel/record-endpoints.ts): rows, links and creation follow from them. */
import type { Draft } from '#contract/kernel/draft.ts';
import { mayCall, type Endpoint, type Reply } from '#contract/kernel/endpoint.ts';
import { recordKinds, recordNoun, type RecordKind } from '#contract/kernel/record-kinds.ts';
import { role } from '../api/session.ts';
import type { Create } from '../form/create-dialog.tsx';
import { ListPage, type ListViewProps } from './list-page.tsx';
import type { RowOf, RowsKey } from './source.ts';

interface Entries<L extends Endpoint, Key extends RowsKey<L>, S extends Draft, C extends Endpoint> {
  kind: RecordKind;
  rows: Key;
  idFrom: (record: RowOf<L, Key> | Reply<C>) => string;
  draft: S;
  list: L;
  create: C;
}

interface Props<L extends Endpoint, Key extends RowsKey<L>, S extends Draft, C extends Endpoint> extends Omit<
  ListViewProps<RowOf<L, Key>>,
  'create' | 'rowLink' | 'rowKey'
> {
  of: Entries<L, Key, S, C>;
  /** Path of the list; records are below it. */
  to: string;
  /** Overrides the initial values or the layout of the create form. */
  create?: Pick<Create<S, C>, 'blank' | 'rows' | 'special'>;
}

export function RecordListPage<L extends Endpoint, Key extends RowsKey<L>, S extends Draft, C extends Endpoint>({
  of: { kind, rows, idFrom, draft, list, create: call },
  to,
  create,
  ...view
}: Props<L, Key, S, C>) {
  const pageOf = (record: RowOf<L, Key> | Reply<C>) => `${to}/${idFrom(record)}`;
  return (
    <ListPage
      {...view}
      call={list}
      rows={rows}
      rowLink={pageOf}
      rowKey={idFrom}
      {...(mayCall(call, role() ?? '') && {
        create: { what: recordNoun(recordKinds[kind].table), draft, call, to: pageOf, ...create },
      })}
    />
  );
}
