/** Page of a payout: its sums, what does not agree, the bank line that it arrived with, and its lines. */
import { Alert, Stack } from '@mantine/core';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { formatMoney, formatSignedMoney } from '#contract/kernel/rupiah.ts';
import { gatewayNames } from '#contract/payment/gateways.ts';
import { getPayout, matchPayout } from '#contract/payment/payouts.ts';
import { useAction } from '#kit/api/use-action.ts';
import { Figures } from '#kit/display/figures.tsx';
import { counted, formatDay, formatNumber } from '#kit/format/formats.ts';
import type { HeadActions } from '#kit/record/head-actions.tsx';
import { ReadPage } from '#kit/record/read-page.tsx';
import { PayoutArrival } from './payout-arrival.tsx';
import { PayoutLines } from './payout-lines.tsx';
import { PayoutBadge, arrivalText } from './payout-state.tsx';

type Payout = Reply<typeof getPayout>;

const Sums = ({ record: { gross, fees, net, orders, differing, foreign } }: { record: Payout }) => (
  <Stack gap="sm">
    <Figures
      figures={[
        { label: 'Gross', value: formatMoney(gross), hint: counted(orders, 'order', 'orders') },
        { label: 'Fees', value: formatMoney(fees), hint: gross > 0 && `${((fees / gross) * 100).toFixed(1)}%` },
        { label: 'Net', value: formatMoney(net), hint: 'paid out' },
      ]}
    />
    {differing > 0 && (
      <Alert color="red">
        {counted(differing, 'line does', 'lines do')} not agree with the ledger. Record what is missing on the order,
        then compare again.
      </Alert>
    )}
    {foreign.lines > 0 && (
      <Alert color="gray" variant="light">
        {counted(foreign.lines, 'line is', 'lines are')} not ours: another program uses the same account (
        {formatSignedMoney(foreign.net)} net).
      </Alert>
    )}
  </Stack>
);

function useActions({ payoutId }: Payout): HeadActions {
  const { run, loading } = useAction(matchPayout);
  return {
    quick: [{ label: 'Compare again', run: () => void run({ params: { id: payoutId } }), isBusy: loading }],
  };
}

const panels = [Sums, PayoutArrival, PayoutLines];

export const PayoutPage = () => (
  <ReadPage
    get={getPayout}
    titleOf={({ reference }) => reference}
    badge={PayoutBadge}
    subtitle={({ provider, paidOutOn, arrivedOn }) =>
      `${gatewayNames[provider]} · paid out on ${formatDay(paidOutOn)} · ${arrivalText(arrivedOn)}`
    }
    panels={panels}
    useActions={useActions}
    facts={({ provider, paidOutOn, lines, orders }) => [
      ['Provider', gatewayNames[provider]],
      ['Paid out', formatDay(paidOutOn)],
      ['Lines', formatNumber(lines)],
      ['Orders', formatNumber(orders)],
    ]}
  />
);
PayoutPage.reads = getPayout;
