/** List of imported bank statements. */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { banks, listStatements } from '#contract/payment/bank/statements.ts';
import { dayInWords } from '#contract/kernel/days.ts';
import { Moment } from '#kit/display/moment.tsx';
import { NameCell } from '#kit/display/thumbnail.tsx';
import { formatNumber } from '#kit/format/formats.ts';
import { type Column, ListPage } from '#kit/list/list-page.tsx';
import type { RowOf } from '#kit/list/source.ts';

type Statement = RowOf<typeof listStatements, 'statements'>;

const columns: readonly Column<Statement>[] = [
  {
    label: 'Account',
    cell: ({ bank, account, name }) => <NameCell name={`${banks[bank]} ${account}`} sub={name} />,
  },
  {
    label: 'Days',
    sort: 'toDay',
    cell: ({ fromDay, toDay }) => `${dayInWords(fromDay)} – ${dayInWords(toDay)}`,
    width: 220,
    card: 'fact',
  },
  { label: 'Lines', cell: ({ lines }) => formatNumber(lines), align: 'right', width: 96 },
  { label: 'To match', cell: ({ open }) => formatNumber(open), align: 'right', width: 104, card: 'fact' },
  { label: 'By', cell: ({ createdBy }) => createdBy ?? '–', width: 180, hiddenBelow: 840 },
  {
    label: 'Imported',
    sort: 'createdAt',
    cell: ({ createdAt }) => <Moment at={createdAt} />,
    align: 'right',
    width: 140,
  },
];

export const StatementsPage = () => (
  <ListPage
    title="Statements"
    call={listStatements}
    rows="statements"
    columns={columns}
    rowKey={({ statementId }) => statementId}
    rowLink={({ statementId }) => `/payment/statements?statementId=${statementId}`}
    search={{ placeholder: 'Search bank, account or file' }}
    actions={
      <Button renderRoot={(props) => <Link {...props} to="/payment/statements/import" />}>Import a statement</Button>
    }
    empty={{
      title: 'No statements yet',
      text: 'Statements of your bank that you import appear here, with their lines.',
    }}
  />
);
StatementsPage.reads = listStatements;
