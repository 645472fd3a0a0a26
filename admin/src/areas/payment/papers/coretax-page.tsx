/** File for Coretax: what a month has ready, and the orders that it lacks, each with its reasons. */
import { Alert, Button, Group, NumberInput, Text } from '@mantine/core';
import { useState } from 'react';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { type Reply, mayCall } from '#contract/kernel/endpoint.ts';
import { checkCoretax, coretaxPart, exportCoretax, issueInvoices } from '#contract/payment/papers.ts';
import { role } from '#kit/api/session.ts';
import { useAction } from '#kit/api/use-action.ts';
import { useCall } from '#kit/api/use-call.ts';
import { confirm } from '#kit/feedback/confirm.tsx';
import { download } from '#kit/format/download.ts';
import { formatTotal } from '#kit/format/formats.ts';
import { type Column, ListPage } from '#kit/list/list-page.tsx';
import type { RowOf } from '#kit/list/source.ts';
import { useListed } from '#kit/list/use-list-state.ts';
import { monthChoices } from './months.ts';

type Problem = RowOf<typeof checkCoretax, 'problems'>;
type Checked = Reply<typeof checkCoretax>;

const invoicesOf = (count: number, isCapped?: boolean) =>
  `${formatTotal(count, isCapped)} ${count === 1 ? 'invoice' : 'invoices'}`;

/** Downloads of the parts: a button for each, or, if their number is not known, a field for the number of one. */
function Parts({ month, checked: { ready, isReadyCapped } }: { month?: string | undefined; checked: Checked }) {
  const { run, loading } = useAction(exportCoretax);
  const [chosen, setChosen] = useState<number | string>(1);
  const take = async (part: number) => {
    const done = await run({ body: { month, part } });
    if (done.ok) download(done.reply);
    return done.ok;
  };
  const takeChosen = async () => {
    if (await take(Number(chosen))) setChosen(Number(chosen) + 1);
  };
  const parts = Math.ceil(ready / coretaxPart);
  if (isReadyCapped)
    return (
      <>
        <NumberInput
          size="xs"
          w={90}
          aria-label="Part"
          prefix="Part "
          min={1}
          max={1000}
          allowDecimal={false}
          value={chosen}
          onChange={setChosen}
        />
        <Button size="xs" loading={loading} disabled={!chosen} onClick={() => void takeChosen()}>
          Download XML
        </Button>
      </>
    );
  return Array.from({ length: parts }, (_, part) => (
    <Button key={part} size="xs" loading={loading} onClick={() => void take(part + 1)}>
      {parts === 1 ? 'Download XML' : `Download XML ${part + 1}`}
    </Button>
  ));
}

/** Issues the invoices that the month lacks. */
function Lacking({
  query,
  month,
  checked,
}: {
  query: { month?: string | undefined };
  month: string;
  checked: Checked;
}) {
  const { run, loading } = useAction(issueInvoices);
  const { lacking, isLackingCapped } = checked;
  const invoices = invoicesOf(lacking, isLackingCapped);
  const press = async () => {
    const isSure = await confirm({
      title: `Issue ${invoices} of ${month}?`,
      text: 'They get the next numbers of this month, in the order of the payments, with the buyers as they are now. An issued invoice stays.',
      action: `Issue ${invoices}`,
    });
    if (isSure) await run({ body: query });
  };
  return (
    <Button size="xs" variant="default" loading={loading} onClick={() => void press()}>
      Issue {formatTotal(lacking, isLackingCapped)} missing {lacking === 1 ? 'invoice' : 'invoices'}
    </Button>
  );
}

/** Issues what is missing, and downloads the ready invoices, or says why there is no file. */
function Files() {
  const query = useListed(checkCoretax);
  const { data } = useCall(checkCoretax, { query }, { keepPrevious: true });
  if (!data) return null;
  const months = monthChoices();
  // By default, the last one.
  const month = (months.find(({ value }) => value === query.month) ?? months[1])?.label ?? '';
  const lacking = data.lacking > 0 && mayCall(issueInvoices, role() ?? '') && (
    <Lacking query={{ month: query.month }} month={month} checked={data} />
  );
  if (data.refusal !== null)
    return (
      <>
        <Alert mb="sm">{data.refusal}</Alert>
        {lacking && <Group mb="sm">{lacking}</Group>}
      </>
    );
  return (
    <Group gap="xs" mb="sm">
      <Text size="sm" role="status">
        {month}:{' '}
        {data.ready > 0 ? `${invoicesOf(data.ready, data.isReadyCapped)} can be imported.` : 'no invoice is ready.'}
      </Text>
      <Parts key={query.month} month={query.month} checked={data} />
      {lacking}
    </Group>
  );
}

const columns: readonly Column<Problem>[] = [
  { label: 'Order', cell: ({ invoiceNumber }) => invoiceNumber, width: 'clamp(200px, 24cqw, 260px)' },
  { label: 'Buyer', cell: ({ buyerName }) => buyerName, width: 200 },
  { label: 'Not in the file because', cell: ({ reasons }) => reasons.join('. ') },
  { label: 'Total', cell: ({ total }) => formatMoney(total), align: 'right', width: 130, hiddenBelow: 840 },
];

export const CoretaxPage = () => (
  <ListPage
    title="Coretax"
    call={checkCoretax}
    rows="problems"
    columns={columns}
    filters={[{ name: 'month', label: 'Month', options: monthChoices() }]}
    rowKey={({ orderId }) => orderId}
    rowLink={({ orderId }) => `/order/${orderId}`}
    notice={<Files />}
    empty={{
      title: 'Nothing is left out',
      text: 'Orders that were paid in the month and cannot be imported into Coretax are listed here with the reason.',
    }}
  />
);
CoretaxPage.reads = checkCoretax;
