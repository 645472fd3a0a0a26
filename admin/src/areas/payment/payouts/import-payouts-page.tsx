/** Page that imports a gateway's file of payouts: its columns, the payouts in it, and the rows that are left out. */
import { Alert, Button, Group, SegmentedControl, Table, Text } from '@mantine/core';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { type Gateway, gatewayNames } from '#contract/payment/gateways.ts';
import { payoutFields } from '#contract/payment/payout-columns.ts';
import { type PayoutPreview, getPayoutSource, maxPayoutBytes, maxPayoutRows } from '#contract/payment/payouts.ts';
import { ChooseFile } from '#admin-shared/import/choose-file.tsx';
import { ImportColumns } from '#admin-shared/import/import-columns.tsx';
import { useCall } from '#kit/api/use-call.ts';
import { Unavailable } from '#kit/feedback/unavailable.tsx';
import { choicesOf } from '#kit/format/choices.ts';
import { counted, formatDay, formatNumber } from '#kit/format/formats.ts';
import { DetailPage, Section } from '#kit/record/detail-page.tsx';
import { usePayoutImport } from './use-payout-import.ts';

const providers = choicesOf(gatewayNames);
const hint = `.csv or .xlsx from the dashboard, at most ${counted(maxPayoutRows, 'row', 'rows')} and ${maxPayoutBytes / 1024 / 1024} MB`;

/** Most rows that are left out and named; the file is mended by its first ones. */
const shownFaults = 50;

const changesOf = ({ added, changed, unchanged }: PayoutPreview['payouts'][number]) =>
  [
    added > 0 && `${formatNumber(added)} new`,
    changed > 0 && `${formatNumber(changed)} corrected`,
    unchanged > 0 && `${formatNumber(unchanged)} as before`,
  ]
    .filter(Boolean)
    .join(', ');

const Payouts = ({ payouts }: Pick<PayoutPreview, 'payouts'>) => (
  <Table.ScrollContainer minWidth={560}>
    <Table aria-label="Payouts in the file">
      <Table.Thead>
        <Table.Tr>
          {['Payout', 'Paid out', 'Gross', 'Fees', 'Net', 'Lines'].map((label) => (
            <Table.Th key={label}>{label}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {payouts.map((payout) => (
          <Table.Tr key={payout.reference}>
            <Table.Td>{payout.reference}</Table.Td>
            <Table.Td>{formatDay(payout.paidOutOn)}</Table.Td>
            <Table.Td>{formatMoney(payout.gross)}</Table.Td>
            <Table.Td>{formatMoney(payout.fees)}</Table.Td>
            <Table.Td>{formatMoney(payout.net)}</Table.Td>
            <Table.Td>{changesOf(payout)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
);

const Faults = ({ faults }: Pick<PayoutPreview, 'faults'>) => (
  <Alert color="yellow" title={`${counted(faults.length, 'row is', 'rows are')} left out`} mt="md">
    <ul>
      {faults.slice(0, shownFaults).map(({ line, reason }) => (
        <li key={line}>
          Row {formatNumber(line)}: {reason}
        </li>
      ))}
    </ul>
  </Alert>
);

const writtenIn = ({ payouts }: PayoutPreview) => payouts.reduce((sum, { added, changed }) => sum + added + changed, 0);

type Work = ReturnType<typeof usePayoutImport>;

function Start({ work: { isReading, isStarting, start }, preview }: { work: Work; preview: PayoutPreview }) {
  const count = writtenIn(preview);
  const why = isStarting
    ? 'The import is beginning'
    : isReading
      ? 'The file is being compared'
      : preview.missing.length > 0
        ? `Choose the columns first: ${preview.missing.join(', ')}`
        : count === 0 && 'Everything in this file is here already';
  return (
    <Group justify="flex-end">
      <Unavailable why={why}>
        <Button loading={isStarting} onClick={() => !why && void start(preview.seen)}>
          Import {counted(count, 'line', 'lines')}
        </Button>
      </Unavailable>
    </Group>
  );
}

export function ImportPayoutsPage() {
  const work = usePayoutImport();
  const { choices, preview, failure, isReading } = work;
  const { data: source } = useCall(getPayoutSource, {});
  return (
    <DetailPage title="Import payouts">
      <Section title="File and columns">
        <ChooseFile file={choices.file} take={work.setFile} isReading={isReading} hint={hint}>
          <SegmentedControl
            size="xs"
            aria-label="Gateway"
            data={providers}
            value={choices.provider}
            onChange={(value) => work.setProvider(value as Gateway)}
          />
        </ChooseFile>
        {choices.provider === 'xendit' && source && (
          <Text size="sm" c="dimmed" mt="xs">
            {source.setUp ?? 'Payouts of Xendit are fetched every night, and with Fetch now on the list.'}
          </Text>
        )}
        {failure && (
          <Alert color="red" title="This file cannot be imported" role="alert" mt="md">
            {failure}
          </Alert>
        )}
        {preview && <ImportColumns fields={payoutFields} preview={preview} setColumn={work.setColumn} />}
      </Section>
      {preview && preview.missing.length === 0 && (
        <Section title="Preview">
          {preview.payouts.length > 0 ? <Payouts payouts={preview.payouts} /> : 'No payout can be read from this file.'}
          {preview.faults.length > 0 && <Faults faults={preview.faults} />}
        </Section>
      )}
      {preview && <Start work={work} preview={preview} />}
    </DetailPage>
  );
}
