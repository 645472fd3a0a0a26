/** Buttons that switch the selected records, or all that match, on and off: publish, activate. */
import { Button } from '@mantine/core';
import { mayCall } from '#contract/kernel/endpoint.ts';
import type { batches } from '#contract/batch/starts.ts';
import { role } from '#kit/api/session.ts';
import { Unavailable } from '#kit/feedback/unavailable.tsx';
import { type Chosen, useBatch } from './use-batch.ts';

type Switches = (typeof batches)['coursePublishing' | 'pathPublishing' | 'discountSwitch' | 'voucherSwitch'];
export interface SwitchChoice {
  value: string;
  /** Verb of the button: "Publish". */
  label: string;
  /** Effect on the records, and on those that are refused; follows the label and a colon. */
  text: string;
  isDestructive?: boolean;
}

interface Props {
  calls: Switches;
  choices: readonly SwitchChoice[];
  chosen: Chosen;
  /** Further filter of the list that is not in its query. */
  filter?: Record<string, unknown>;
}

export function SwitchActions({ calls, choices, chosen, filter }: Props) {
  const { run, loading } = useBatch(calls, chosen, filter);
  if (!mayCall(calls.start, role() ?? '')) return null;
  return choices.map(({ value, label, text, isDestructive = false }, index) => (
    <Unavailable key={value} why={loading && 'The change is being started'} isShown>
      <Button
        size="xs"
        variant={index === 0 ? 'filled' : 'default'}
        onClick={() =>
          void run({ value }, (records) => ({
            title: `${label} ${records}?`,
            text: `${label}: ${text}`,
            action: `${label} ${records}`,
            isDestructive,
          }))
        }
      >
        {label}
      </Button>
    </Unavailable>
  ));
}
