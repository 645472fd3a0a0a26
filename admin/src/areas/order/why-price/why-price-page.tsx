/**
 * Page that explains the price of a basket: inputs for member, product, moment and code; the steps, rules that do not
 * apply, and other days.
 */
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { hourMs } from '#contract/kernel/days.ts';
import { type PriceExplanation, explainPrice } from '#contract/pricing/explanation.ts';
import { useCall } from '#kit/api/use-call.ts';
import { ErrorState } from '#kit/feedback/failures.tsx';
import { EmptyState } from '#kit/feedback/states.tsx';
import { DayInput } from '#kit/form/day-input.tsx';
import { momentsAt } from '#kit/form/use-date-text.ts';
import { formatLongMinute } from '#kit/format/formats.ts';
import { searchOf } from '#admin-shared/pricing/why-price-link.tsx';
import { DetailPage, Section } from '#kit/record/detail-page.tsx';
import { Basket } from '../new-order/basket.tsx';
import { MemberFinder, ProductFinder, useMember } from '../new-order/finders.tsx';
import { ByDay } from './by-day.tsx';
import { labelOf } from '../new-order/price.tsx';
import { NotApplied, isUntyped } from './not-applied.tsx';
import { type PriceQuery, isMoment, usePriceQuery } from './use-price-query.ts';
import { ToSend } from './to-send.tsx';
import { Waterfall } from './waterfall.tsx';
import classes from './why-price.module.css';

/** Requests the explanation on every debounced change of the inputs. */
function useExplanation({ userId, items, code, at, discountId }: PriceQuery) {
  const body = {
    userId,
    items: [...items],
    voucherCode: code.typed.trim() || null,
    at: isMoment(at.typed) ? at.typed : null,
    discountId,
  };
  const { data, error, refetch, isPrevious } = useCall(
    explainPrice,
    { body },
    { enabled: items.length > 0, keepPrevious: true },
  );
  return { explanation: items.length > 0 ? data : undefined, error, refetch, isSettled: !isPrevious };
}

export function WhyPricePage() {
  const question = usePriceQuery();
  const explaining = useExplanation(question);
  const member = useMember(question.userId);
  const { explanation, error, refetch } = explaining;
  const [opened] = useState(() => Date.now());
  const isPast = explanation !== undefined && Date.parse(explanation.at) < opened - hourMs;
  const isEmpty = question.items.length === 0;
  return (
    <DetailPage title="Why this price" actions={isEmpty ? {} : { quick: [orderOf(question)] }}>
      <div className={classes['top']}>
        <Question question={question} explaining={explaining} />
        <Section title="Price">
          {isEmpty ? (
            <Text size="sm" c="dimmed">
              Choose a product: its price is explained here, step by step.
            </Text>
          ) : explanation ? (
            <Stack gap="lg">
              <Waterfall
                {...explanation}
                lines={explanation.lines.map((line) => ({ label: labelOf(line), amount: line.amount }))}
                isPast={isPast}
              />
              <ToSend message={explanation.message} member={member} />
            </Stack>
          ) : (
            error && <ErrorState error={error} refetch={refetch} what="price" />
          )}
        </Section>
      </div>
      {explanation && <NotApplied explanation={explanation} member={member} />}
      {isEmpty ? (
        <EmptyState title="No product yet">
          Every discount and voucher for what you choose is looked at: what it takes off, or why it does not.
        </EmptyState>
      ) : (
        <ByDay question={question} />
      )}
    </DetailPage>
  );
}

const orderOf = ({ userId, items, code }: PriceQuery) => ({
  label: 'New order of these products',
  to: '/order/new',
  search: searchOf({ ...(userId && { userId }), items, ...(code.typed && { code: code.typed }) }),
});

/** Problem of the code; failures of a code that exists are listed below the steps. */
function problemOf({ voucherProblem, refusals }: PriceExplanation): string | undefined {
  const isTold = refusals.some((one) => one.kind === 'voucher' && !isUntyped(one));
  return isTold ? 'It does not apply: see why below.' : (voucherProblem ?? undefined);
}

interface QuestionProps {
  question: PriceQuery;
  explaining: ReturnType<typeof useExplanation>;
}

function Question({ question, explaining: { explanation, isSettled } }: QuestionProps) {
  const { userId, items, code, at, settledCode, change, add, remove } = question;
  const kind = useMemo(() => momentsAt('12:00'), []);
  // Show no problem for a partly typed code.
  const problem = isSettled && code.typed === settledCode && explanation ? problemOf(explanation) : undefined;
  return (
    <Section title="Purchase to explain">
      <Stack gap="md">
        <MemberFinder userId={userId} choose={(one) => change({ userId: one })} />
        {userId && (
          <Group>
            <Button variant="subtle" size="compact-sm" onClick={() => change({ userId: '' })}>
              Without a member
            </Button>
          </Group>
        )}
        <ProductFinder items={items} add={add} />
        <Basket items={items} quote={explanation} remove={remove} />
        <div className={classes['pair']}>
          <TextInput
            label="Voucher code"
            description="Empty: without one."
            placeholder="HEMAT50"
            autoComplete="off"
            maxLength={20}
            value={code.typed}
            error={problem}
            onChange={(event) => code.type(event.currentTarget.value.toUpperCase())}
          />
          <DayInput
            label="Price on"
            kind={kind}
            value={at.typed}
            set={at.type}
            example="besok 10.00"
            inWords={formatLongMinute}
            hint="Empty: now."
          />
        </div>
      </Stack>
    </Section>
  );
}
