/** Page that prices a basket step by step and creates the order. */
import { Alert, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { dayMs, startOfDay } from '#contract/kernel/days.ts';
import type { CallInput } from '#contract/kernel/endpoint.ts';
import { makeOrder, quoteOrder } from '#contract/order/new-order.ts';
import { productKey } from '#contract/pricing/purchase.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { useAction } from '#kit/api/use-action.ts';
import { useCall } from '#kit/api/use-call.ts';
import { ErrorState } from '#kit/feedback/failures.tsx';
import { Unavailable } from '#kit/feedback/unavailable.tsx';
import { DayInput } from '#kit/form/day-input.tsx';
import { momentsAt, today } from '#kit/form/use-date-text.ts';
import { formatLongMinute } from '#kit/format/formats.ts';
import { DetailPage, Section } from '#kit/record/detail-page.tsx';
import { Basket } from './basket.tsx';
import { CompanyFinder, MemberFinder, ProductFinder, useMember } from './finders.tsx';
import { Price } from './price.tsx';
import { ForCompany } from './for-company.tsx';
import { type NewOrder, basketBody, seatsOf, useNewOrder } from './use-new-order.ts';
import classes from './new-order.module.css';

/** Debounce of the voucher code. */
const pauseMs = 200;
const choices = [0, 1, 2, 3, 7, 14, 30];

/** Last minute of the day in Jakarta that is `days` from now. */
const endAfter = (days: number): string => new Date(startOfDay(today()) + (days + 1) * dayMs - 60_000).toISOString();

const isMoment = (text: string) => !Number.isNaN(Date.parse(text));

/** Code in force: a company's order takes none. */
const codeOf = ({ companyId, voucherCode }: NewOrder) => (companyId === null ? voucherCode.trim() : '');

function useQuote(order: NewOrder) {
  const { userId, items, at } = order;
  const [code] = useDebouncedValue(codeOf(order), pauseMs);
  const body = { userId, ...basketBody(order), voucherCode: code || null, at: isMoment(at) ? at : null };
  const { data, error, refetch, isPrevious } = useCall(
    quoteOrder,
    { body },
    { enabled: items.length > 0, keepPrevious: true },
  );
  return {
    quote: items.length > 0 ? data : undefined,
    error,
    refetch,
    isSettled: !isPrevious && code === codeOf(order) && data !== undefined,
  };
}

/** Why the order cannot be created now; false if it can. */
function whyNot(
  { userId, items, at, seatsEnd }: NewOrder,
  { quote, isSettled }: ReturnType<typeof useQuote>,
): string | false {
  if (items.length === 0) return 'Choose a product first';
  if (!userId) return 'Choose a member first';
  if (at) return 'This price is for another date: clear “Price on” first';
  if (seatsEnd && !isMoment(seatsEnd)) return 'Write the end of the codes as a date';
  if (!quote || !isSettled) return 'Calculating the price';
  const held = quote.items.find(({ problem }) => problem !== null);
  if (held) return `${held.name}: ${held.problem}`;
  return quote.voucherProblem ?? false;
}

function useMaking(clear: () => void) {
  const navigate = useNavigate();
  const action = useAction(makeOrder, { movesOn: true });
  const [failure, setFailure] = useState('');
  return {
    failure,
    isMaking: action.loading,
    make: async (body: CallInput<typeof makeOrder>['body']) => {
      setFailure('');
      const outcome = await action.run({ body });
      if (!outcome.ok) return setFailure(outcome.error.message);
      clear();
      return navigate({ to: '/order/$id', params: { id: outcome.reply.orderId } });
    },
  };
}

export function NewOrderPage() {
  const { order, change, add, remove, clear } = useNewOrder();
  const pricing = useQuote(order);
  const { quote, error, refetch, isSettled } = pricing;
  const { failure, isMaking, make } = useMaking(clear);
  const member = useMember(order.userId);
  const why = isMaking ? 'The order is being made' : whyNot(order, pricing);
  const submit = () => {
    const { userId, companyId, purchaseOrder, purchaseOrderFile, seatsEnd, days } = order;
    if (why || !userId || !quote) return;
    void make({
      userId,
      ...basketBody(order),
      ...(companyId !== null && { purchaseOrder: purchaseOrder.trim(), purchaseOrderFile, seatsEnd: seatsEnd || null }),
      voucherCode: codeOf(order) || null,
      payableDays: days,
      totalAmount: quote.totalAmount,
    });
  };
  const isBegun =
    order.userId !== null || order.companyId !== null || order.items.length > 0 || order.voucherCode !== '';
  return (
    <DetailPage title="New order" side={<Price quote={quote} isEmpty={order.items.length === 0} member={member} />}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Section title="For whom">
          <Stack gap="md">
            <CompanyFinder companyId={order.companyId} choose={(companyId) => change({ companyId })} />
            <MemberFinder userId={order.userId} choose={(userId) => change({ userId })} />
            {order.companyId !== null && <ForCompany order={order} change={change} />}
          </Stack>
        </Section>
        <Section title="What">
          <Stack gap="md">
            <ProductFinder items={order.items} add={add} />
            <Basket
              items={order.items}
              quote={quote}
              remove={remove}
              seats={
                order.companyId === null
                  ? undefined
                  : {
                      of: (item) => seatsOf(order, item),
                      set: (item, seats) => change({ seats: { ...order.seats, [productKey(item)]: seats } }),
                    }
              }
            />
          </Stack>
        </Section>
        <Section title="How">
          <Stack gap="md">
            {order.companyId === null && (
              <Code order={order} change={change} problem={isSettled ? (quote?.voucherProblem ?? '') : ''} />
            )}
            {quote?.totalAmount === 0 ? (
              <Text size="sm">Nothing to pay: the order is paid at once, and opens what is bought.</Text>
            ) : (
              <NativeSelect
                label="Payable until"
                value={String(order.days)}
                onChange={(event) => change({ days: Number(event.currentTarget.value) })}
                data={choices.map((days) => ({ value: String(days), label: formatLongMinute(endAfter(days)) }))}
              />
            )}
            <PriceOn at={order.at} set={(at) => change({ at })} />
          </Stack>
        </Section>
        {error && !quote && <ErrorState error={error} refetch={refetch} what="price" />}
        {failure && (
          <Alert color="red" title={makeOrder.messages?.fail} role="alert" mb="md">
            {failure}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs" className={classes['foot']} data-foot>
          {isBegun && (
            <Button variant="default" onClick={clear}>
              Start again
            </Button>
          )}
          <Unavailable why={why}>
            <Button type="submit" data-loading={isMaking || undefined}>
              {quote ? `Make the order for ${formatMoney(quote.totalAmount)}` : 'Make the order'}
            </Button>
          </Unavailable>
        </Group>
      </form>
    </DetailPage>
  );
}

interface PartProps {
  order: NewOrder;
  change: (changes: Partial<NewOrder>) => void;
  problem: string;
}

const Code = ({ order: { voucherCode }, change, problem }: PartProps) => (
  <TextInput
    label="Voucher code"
    description="Empty: without one."
    placeholder="HEMAT50"
    autoComplete="off"
    value={voucherCode}
    error={problem || undefined}
    onChange={(event) => change({ voucherCode: event.currentTarget.value.toUpperCase() })}
  />
);

function PriceOn({ at, set }: { at: string; set: (at: string) => void }) {
  const kind = useMemo(() => momentsAt('12:00'), []);
  return (
    <DayInput
      label="Price on"
      kind={kind}
      value={at}
      set={set}
      example="besok 10.00"
      inWords={formatLongMinute}
      hint="Empty: now. Another moment shows what would be paid then."
    />
  );
}
