/** Lists of payments without access, of access without payment, and of what is intended. */
import { Alert, Text, Table } from '@mantine/core';
import {
  type AccessView,
  accessProducts,
  accessSources,
  accessViews,
  listAccessGaps,
  checkAccess,
} from '#contract/access/endpoints.ts';
import type { CallInput } from '#contract/kernel/endpoint.ts';
import { useCall } from '#kit/api/use-call.ts';
import { choicesOf } from '#kit/format/choices.ts';
import { formatTotal, counted } from '#kit/format/formats.ts';
import { pageOf } from '#kit/record/record-pages.ts';
import { ListPage } from '#kit/list/list-page.tsx';
import { useListState } from '#kit/list/use-list-state.ts';
import { columnsOf } from './gap-columns.tsx';
import { gapSelection } from './gap-actions.tsx';
import { type Gap, mayActIn, skippedRows } from '#admin-shared/access/use-mending.ts';
import { CheckNow } from '#admin-shared/check-now.tsx';
import { Dialog } from '#kit/feedback/dialog.tsx';
import { all } from '#kit/shared-value.ts';

/** Dialog that lists the rows that a change skipped, with the reasons. */
function SkippedDialog() {
  const rows = skippedRows.use(all);
  if (rows.length === 0) return null;
  return (
    <Dialog
      onClose={() => skippedRows.set([])}
      title={`${counted(rows.length, 'row was', 'rows were')} not changed`}
      size="lg"
    >
      <Table aria-label="Rows that were not changed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Member</Table.Th>
            <Table.Th>Product</Table.Th>
            <Table.Th>Reason</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ user, product, reason }, index) => (
            <Table.Tr key={index}>
              <Table.Td>{user || '–'}</Table.Td>
              <Table.Td>{product || '–'}</Table.Td>
              <Table.Td>{reason}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Dialog>
  );
}

/** Polling interval while a check runs. */
const everyMs = 2_000;
/** Where counting stops. */
const countCap = 10_000;

const views = Object.keys(accessViews) as AccessView[];
const byType = { name: 'productType', label: 'Product', options: choicesOf(accessProducts) };
const bySource = { name: 'source', label: 'Order', options: choicesOf(accessSources) };

const emptyTexts: Readonly<Record<AccessView, { title: string; text: string }>> = {
  'paid-no-access': {
    title: 'Everybody has what they paid for',
    text: 'Paid orders and tracked orders whose member cannot open the product appear here after a check, which runs every night at 02.00.',
  },
  'access-unpaid': {
    title: 'All access is paid for',
    text: 'Members who can open a product with a price, without a paid order, a path or a subscription, appear here after a check, which runs every night at 02.00.',
  },
  intended: {
    title: 'Nothing is marked as intended',
    text: 'Gifts, staff and scholarships that you mark as intended leave the other lists and appear here.',
  },
};
const unchecked = {
  title: 'Not checked yet',
  text: 'The first check runs at 02.00. Press Check now to compare payments and access at once.',
};

function tabOf(view: AccessView, counts: Record<AccessView, number> | undefined) {
  const n = counts?.[view];
  const count = n === undefined ? '' : ` (${formatTotal(Math.min(n, countCap), n > countCap)})`;
  return { value: view, label: `${accessViews[view]}${count}` };
}

const rowKey = ({ gapId }: Gap) => gapId;
const rowLink = ({ user }: Gap) => pageOf('user', user.id) ?? '';

/** Tabs of the views in which the role may do something, and of the present one; none if that is all there is. */
function tabsOf(view: AccessView, counts: Record<AccessView, number> | undefined) {
  const shown = views.filter((one) => one === view || mayActIn(one));
  return shown.length > 1 ? [{ name: 'view', label: 'List', tabs: shown.map((one) => tabOf(one, counts)) }] : [];
}

/** State of the check with the list's own query, read again while a check runs. */
function useCheck(state: ReturnType<typeof useListState>['state']) {
  const input = { query: state } as unknown as CallInput<typeof listAccessGaps>;
  return useCall(listAccessGaps, input, { everyMs: (data) => !!data?.isRunning && everyMs, keepPrevious: true }).data;
}

export function AccessPage() {
  const { state } = useListState(listAccessGaps.query!);
  const view = state['view'] as AccessView;
  const check = useCheck(state);
  return (
    <>
      <ListPage
        title="Paid and access"
        notice={
          check &&
          !check.hasTracking && (
            <Alert variant="default" mb="md" title="Tracked orders are not compared">
              The documents of this brand are hosted elsewhere, and the server cannot read them. Mark access that was
              paid through a tracked order as intended.
            </Alert>
          )
        }
        call={listAccessGaps}
        rows="gaps"
        columns={columnsOf(view)}
        filters={[...tabsOf(view, check?.counts), byType, bySource]}
        rowKey={rowKey}
        rowLink={rowLink}
        selection={gapSelection}
        search={{ placeholder: 'Search member, product or invoice' }}
        summary={
          !mayActIn(view) && (
            <Text size="sm" c="dimmed" mb="sm">
              An admin can remove access and mark it as intended.
            </Text>
          )
        }
        actions={check && <CheckNow call={checkAccess} {...check} />}
        empty={check?.checkedAt === null ? unchecked : emptyTexts[view]}
      />
      <SkippedDialog />
    </>
  );
}
