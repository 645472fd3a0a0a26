/** Rules that do not apply, with the conditions they fail; vouchers whose code was not entered come last. */
import { Text } from '@mantine/core';
import type { PriceExplanation } from '#contract/pricing/explanation.ts';
import { counted } from '#kit/format/formats.ts';
import { Section } from '#kit/record/detail-page.tsx';
import { type PricedMember, RefusalList } from '../new-order/price.tsx';
import classes from './why-price.module.css';

type Refusal = PriceExplanation['refusals'][number];

/** The voucher's code was not entered. */
export const isUntyped = ({ failures }: Refusal) => failures.some(({ condition }) => condition === 'code');

interface Props {
  explanation: PriceExplanation;
  member: PricedMember | undefined;
  /** Leaves out the sentences for the member. */
  isForStaff?: boolean;
}

export function NotApplied({ explanation: { refusals, isCut }, member, isForStaff = false }: Props) {
  const untyped = refusals.filter(isUntyped);
  const others = refusals.filter((one) => !isUntyped(one));
  const count = counted(untyped.length, 'voucher', 'vouchers');
  return (
    <Section title="Does not apply">
      {others.length > 0 ? (
        <RefusalList refusals={others} member={member} isForStaff={isForStaff} />
      ) : (
        <Text size="sm" c="dimmed">
          Every discount for these applies, and so does the code, if one is typed.
        </Text>
      )}
      {untyped.length > 0 && (
        <details className={classes['others']}>
          <summary>
            {count} with another code{isCut && '; not all of them are shown'}
          </summary>
          <RefusalList refusals={untyped} member={undefined} isForStaff />
        </details>
      )}
    </Section>
  );
}
