/** Report of recovered payments: which templates, people and hours of contact a payment followed. */
import { SegmentedControl, Text } from '@mantine/core';
import { type Recovered, recoveryPeriods, recoverySpans, reportRecovery } from '#contract/order-tracking/chase.ts';
import type { Reply, ValidatedInput } from '#contract/kernel/endpoint.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { useCall } from '#kit/api/use-call.ts';
import { EmptyState } from '#kit/feedback/states.tsx';
import { counted, formatNumber } from '#kit/format/formats.ts';
import { useListState } from '#kit/list/use-list-state.ts';
import { DetailPage, Section } from '#kit/record/detail-page.tsx';
import { Loaded } from '#kit/record/loaded.tsx';
import { ShareBar } from '#kit/display/share-bar.tsx';
import classes from './recovery.module.css';

/** Table of contacts and the payments that followed; a bar shows each rate. */
interface RecoveryRow extends Recovered {
  name: string;
}

const rateOf = ({ contacted, recovered }: Recovered) => (contacted === 0 ? 0 : recovered / contacted);

const formatRate = (sums: Recovered): string => `${Math.round(100 * rateOf(sums))}%`;

function RecoveryTable({ of, rows }: { of: string; rows: readonly RecoveryRow[] }) {
  return (
    <table className={classes['table']}>
      <thead>
        <tr>
          <th scope="col">{of}</th>
          <th scope="col">Contacted</th>
          <th scope="col">Paid</th>
          <th scope="col">Rate</th>
          <th scope="col">Value</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row">{row.name}</th>
            <td>{formatNumber(row.contacted)}</td>
            <td>{formatNumber(row.recovered)}</td>
            <td>
              <span className={classes['bar']}>
                <ShareBar share={rateOf(row)} />
              </span>
              <span className={classes['share']}>{formatRate(row)}</span>
            </td>
            <td>{row.value > 0 ? formatMoney(row.value) : '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Query = ValidatedInput<typeof reportRecovery>['query'];
type Report = Reply<typeof reportRecovery>;

const days = (count: number) => ({ value: String(count), label: counted(count, 'day', 'days') });
const periods = recoveryPeriods.map((count) => ({
  value: String(count),
  label: `Last ${counted(count, 'day', 'days')}`,
}));
const spans = recoverySpans.map(days);

export function RecoveryPage() {
  const { state, change } = useListState(reportRecovery.query!);
  const query = state as unknown as Query;
  const { period, within } = query;
  const result = useCall(reportRecovery, { query: { period, within } }, { keepPrevious: true });
  return (
    <DetailPage title="Recovered payments">
      <div className={classes['choices']} role="group" aria-label="Choices of the report">
        <SegmentedControl
          size="xs"
          aria-label="Period of the contacts"
          data={periods}
          value={period}
          onChange={(value) => change({ period: value })}
        />
        <div className={classes['choice']}>
          <span aria-hidden>Paid within</span>
          <SegmentedControl
            size="xs"
            aria-label="Paid within"
            data={spans}
            value={within}
            onChange={(value) => change({ within: value })}
          />
        </div>
      </div>
      <Loaded result={result} what="report">
        {(report) =>
          report.total.contacted === 0 ? (
            <EmptyState title="No contacts in this period">
              A contact is counted when somebody opens WhatsApp from Order tracking. Try a longer period.
            </EmptyState>
          ) : (
            <Tables report={report} within={Number(within)} />
          )
        }
      </Loaded>
    </DetailPage>
  );
}

function Tables({ report: { total, byTemplate, byPerson, byHour }, within }: { report: Report; within: number }) {
  return (
    <>
      <Totals total={total} />
      <Section title="By template">
        <RecoveryTable
          of="Template"
          rows={byTemplate.map(({ template, ...sums }) => ({ name: template ?? 'Without a template', ...sums }))}
        />
      </Section>
      <Section title="By person">
        <RecoveryTable
          of="Person"
          rows={byPerson.map(({ name, ...sums }) => ({ name: name ?? 'Former staff', ...sums }))}
        />
      </Section>
      <Section title="By hour of the contact (WIB)">
        <RecoveryTable of="Hour" rows={byHour.map(({ hour, ...sums }) => ({ name: hoursOf(hour), ...sums }))} />
      </Section>
      <Text size="sm" c="dimmed">
        A payment belongs to the last contact before it, if that was at most {counted(within, 'day', 'days')} earlier.
        Each row counts an order once. Contacts of the last {counted(within, 'day', 'days')} may still be followed by a
        payment. The value is the price of the course on the day of the payment; orders of other courses have none.
      </Text>
    </>
  );
}

const twoDigits = (hour: number) => String(hour).padStart(2, '0');
const hoursOf = (hour: number) => `${twoDigits(hour)}.00–${twoDigits((hour + 1) % 24)}.00`;

function Totals({ total }: { total: Recovered }) {
  const facts = [
    ['Contacted', formatNumber(total.contacted)],
    ['Paid after the contact', formatNumber(total.recovered)],
    ['Rate', formatRate(total)],
    ['Value', formatMoney(total.value)],
  ] as const;
  return (
    <dl className={classes['totals']} aria-label="Totals">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
