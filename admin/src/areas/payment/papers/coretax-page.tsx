/** File for Coretax: what a month has ready, and the orders that it lacks, each with its reasons. */
import { Alert, Button, Group, Text } from '@mantine/core';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { checkCoretax, coretaxPart, exportCoretax, issueInvoices } from '#contract/payment/papers.ts';
import { role } from '#kit/api/session.ts';
import { useAction } from '#kit/api/use-action.ts';
import { useCall } from '#kit/api/use-call.ts';
import { confirm } from '#kit/feedback/confirm.tsx';
import { download } from '#kit/format/download.ts';
import { counted } from '#kit/format/formats.ts';
import { type Column, ListPage } from '#kit/list/list-page.tsx';
import type { RowOf } from '#kit/list/source.ts';
import { useListed } from '#kit/list/use-list-state.ts';
import { monthChoices } from './months.ts';

type Problem = RowOf<typeof checkCoretax, 'problems'>;

/** Issues the invoices that the month lacks. */
function Lacking({ query, month, lacking }: { query: { month?: string | undefined }; month: string; lacking: number }) {
  const { run, loading } = useAction(issueInvoices);
  const invoices = counted(lacking, 'invoice', 'invoices');
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
      Issue {lacking} missing {lacking === 1 ? 'invoice' : 'invoices'}
    </Button>
  );
}

/** Issues what is missing, and downloads the ready invoices, or says why there is no file. */
function Files() {
  const query = useListed(checkCoretax);
  const { data } = useCall(checkCoretax, { query }, { keepPrevious: true });
  const { run, loading } = useAction(exportCoretax);
  if (!data) return null;
  const months = monthChoices();
  // By default, the last one.
  const month = (months.find(({ value }) => value === query.month) ?? months[1])?.label ?? '';
  const lacking = data.lacking > 0 && mayCall(issueInvoices, role() ?? '') && (
    <Lacking query={{ month: query.month }} month={month} lacking={data.lacking} />
  );
  if (data.refusal !== null)
    return (
      <>
        <Alert mb="sm">{data.refusal}</Alert>
        {lacking && <Group mb="sm">{lacking}</Group>}
      </>
    );
  const parts = Math.ceil(data.ready / coretaxPart);
  const take = async (part: number) => {
    const done = await run({ body: { ...query, part: part + 1 } });
    if (done.ok) download(done.reply);
  };
  return (
    <Group gap="xs" mb="sm">
      <Text size="sm" role="status">
        {month}:{' '}
        {data.ready > 0 ? `${counted(data.ready, 'invoice', 'invoices')} can be imported.` : 'no invoice is ready.'}
      </Text>
      {Array.from({ length: parts }, (_, part) => (
        <Button key={part} size="xs" loading={loading} onClick={() => void take(part)}>
          {parts === 1 ? 'Download XML' : `Download XML ${part + 1}`}
        </Button>
      ))}
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
