/** Bank line that a payout arrived with: proposals with their reasons, one of which a person accepts. */
import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { type getPayout, setArrival } from '#contract/payment/payouts.ts';
import { useAction } from '#kit/api/use-action.ts';
import { formatDay } from '#kit/format/formats.ts';
import { Section } from '#kit/record/detail-page.tsx';

type Payout = Reply<typeof getPayout>;
type Line = NonNullable<Payout['bankLine']>;

const BankLine = ({ line, reasons, children }: { line: Line; reasons?: readonly string[]; children: ReactNode }) => (
  <Group justify="space-between" wrap="nowrap" align="flex-start">
    <div>
      <Text size="sm">
        {formatDay(line.bookedOn)} · {formatMoney(line.amount)} · {line.account}
      </Text>
      <Text size="xs" c="dimmed">
        {line.description}
      </Text>
      {reasons && (
        <Text size="xs" c="dimmed">
          {reasons.join('. ')}.
        </Text>
      )}
    </div>
    {children}
  </Group>
);

export function PayoutArrival({ record: { payoutId, bankLine, proposals, net } }: { record: Payout }) {
  const { run, loading } = useAction(setArrival);
  const set = (bankLineId: string | null) => void run({ params: { id: payoutId }, body: { bankLineId } });
  return (
    <Section title="At the bank">
      {bankLine ? (
        <BankLine line={bankLine}>
          <Button variant="subtle" size="compact-xs" loading={loading} onClick={() => set(null)}>
            Take back
          </Button>
        </BankLine>
      ) : proposals.length > 0 ? (
        <Stack gap="xs">
          {proposals.map(({ reasons, ...line }) => (
            <BankLine key={line.bankLineId} line={line} reasons={reasons}>
              <Button variant="default" size="xs" loading={loading} onClick={() => set(line.bankLineId)}>
                It arrived with this
              </Button>
            </BankLine>
          ))}
        </Stack>
      ) : (
        <Text size="sm" c="dimmed">
          No bank line of {formatMoney(net)} is open around this day. Import the bank statement under Bank transfers.
        </Text>
      )}
    </Section>
  );
}
