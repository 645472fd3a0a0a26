/** Line of a bank statement in the panel: its text, the orders that it may pay, the search of another, and ignoring it. */
import { Anchor, Button, Group, Menu, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { type BankLine, type Candidate, type IgnoreReason, getBankLine, ignoreDraft, ignoreReasons } from '#contract/payment/bank/lines.ts'; // prettier-ignore
import { dayInWords } from '#contract/kernel/days.ts';
import { formatMoney, formatSignedMoney } from '#contract/kernel/rupiah.ts';
import { getOrder, listOrders } from '#contract/order/endpoints.ts';
import { OrderStatusBadge, orderStatusLabel } from '#admin-shared/order/order-status-badge.tsx';
import { useCall } from '#kit/api/use-call.ts';
import { PageLink } from '#kit/display/page-link.tsx';
import { Unavailable } from '#kit/feedback/unavailable.tsx';
import { Rows } from '#kit/form/field.tsx';
import { Finder } from '#kit/form/finder.tsx';
import { FormDialog } from '#kit/form/form-dialog.tsx';
import { useEditForm } from '#kit/form/use-edit-form.ts';
import type { RowContent } from '#kit/list/peek.ts';
import { useNextRow } from '#kit/list/use-next-row.ts';
import { Facts, Section } from '#kit/record/detail-page.tsx';
import { Loaded } from '#kit/record/loaded.tsx';
import { acceptable, keyOf, useDecisions } from './work.ts';
import classes from './bank.module.css';

/** Accepts an order and goes on to the next line. */
function useAccept(line: BankLine) {
  const { accept, loading } = useDecisions();
  const goOn = useNextRow();
  const take = (orderId: string) => {
    void accept(line, orderId);
    goOn(keyOf(line));
  };
  return { take, loading };
}

function Proposal({ line, order, isMain }: { line: BankLine; order: Candidate; isMain: boolean }) {
  const { take, loading } = useAccept(line);
  const { orderId, invoiceNumber, buyerName, status, due, reasons, differences } = order;
  const isMore = line.amount > due;
  return (
    <li className={classes['proposal']}>
      <Group gap="xs" justify="space-between">
        <Anchor component={PageLink} to={`/order/${orderId}`} size="sm" fw={600}>
          {invoiceNumber}
        </Anchor>
        <OrderStatusBadge status={status} />
      </Group>
      <Text size="sm">
        {buyerName} · {formatMoney(due)} due
      </Text>
      <ul className={classes['reasons']}>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
        {differences.map((difference) => (
          <li key={difference} data-differs>
            {difference}
          </li>
        ))}
      </ul>
      <Unavailable
        why={isMore && 'More came in than is due: search another order, or ignore the line and return the rest'}
      >
        <Button
          size="xs"
          variant={isMain ? 'filled' : 'default'}
          loading={loading}
          data-peek-field={isMain || undefined}
          onClick={() => !isMore && take(orderId)}
        >
          {line.amount < due ? `Accept as a part: ${formatMoney(due - line.amount)} stays due` : 'Accept, next'}
        </Button>
      </Unavailable>
    </li>
  );
}

function useOrders(search: string, isOpen: boolean) {
  const { data, error, isPrevious } = useCall(
    listOrders,
    { query: { search, page: 1, pageSize: 10 } },
    { keepPrevious: true, enabled: isOpen && search !== '' },
  );
  return {
    options: (data?.data ?? []).map(({ orderId, invoiceNumber, user, totalAmount, status }) => ({
      value: orderId,
      label: invoiceNumber,
      hint: `${user.name} · ${formatMoney(totalAmount)} · ${orderStatusLabel(status)}`,
    })),
    isSettled: search === '' || (data !== undefined && !isPrevious),
    error,
  };
}

/** Order that somebody searched, with what is due, as the other proposals. */
function SearchOrder({ line }: { line: BankLine }) {
  const { take, loading } = useAccept(line);
  const [orderId, choose] = useState<string>('');
  const { data: order } = useCall(getOrder, { params: { id: orderId } }, { enabled: orderId !== '' });
  const chosen = order && {
    value: orderId,
    label: order.invoiceNumber,
    hint: `${order.user.name} · ${formatMoney(order.totalAmount)} · ${orderStatusLabel(order.status)}`,
  };
  return (
    <div className={classes['search']}>
      <Finder
        label="Another order"
        placeholder="Invoice, name, e-mail or phone"
        nothing="No such order"
        description={chosen?.hint}
        chosen={chosen}
        choose={choose}
        useSearch={useOrders}
      />
      {chosen && (
        <Button size="xs" variant="default" loading={loading} onClick={() => take(orderId)}>
          Match with {chosen.label}
        </Button>
      )}
    </div>
  );
}

/** Asks for a reason that is not in the menu. */
function OtherReason({ line, close }: { line: BankLine; close: () => void }) {
  const { ignore } = useDecisions();
  const goOn = useNextRow();
  const form = useEditForm({
    name: `bank-line/${keyOf(line)}`,
    schema: ignoreDraft,
    initial: { reason: 'other', note: '' },
    save: (body) => ignore(line, body),
    onSaved: () => {
      close();
      goOn(keyOf(line));
    },
  });
  return (
    <FormDialog form={form} title={`Ignore ${formatMoney(line.amount)}`} submitLabel="Ignore" close={close}>
      <Rows form={form} rows={['note']} />
    </FormDialog>
  );
}

/** Ignores the line, with a reason, and goes on to the next. */
function Ignore({ line }: { line: BankLine }) {
  const { ignore, loading } = useDecisions();
  const [isOpen, { open, close }] = useDisclosure();
  const goOn = useNextRow();
  const choose = (reason: IgnoreReason) => {
    if (reason === 'other') return open();
    void ignore(line, { reason });
    goOn(keyOf(line));
  };
  return (
    <Menu position="bottom-start">
      {isOpen && <OtherReason line={line} close={close} />}
      <Menu.Target>
        <Button size="xs" variant="default" loading={loading} rightSection={<IconChevronDown size={14} aria-hidden />}>
          Ignore
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(Object.keys(ignoreReasons) as IgnoreReason[]).map((reason) => (
          <Menu.Item key={reason} onClick={() => choose(reason)}>
            {reason === 'other' ? 'Other…' : ignoreReasons[reason]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Open({ line }: { line: BankLine }) {
  const { candidates } = line;
  return (
    <Section title="Orders that it may pay" actions={<Ignore line={line} />}>
      {candidates.length === 0 && (
        <Text size="sm" c="dimmed">
          No open order has this amount, its number or its buyer’s name in the text.
        </Text>
      )}
      <ul className={classes['proposals']}>
        {candidates.map((order) => (
          <Proposal key={order.orderId} line={line} order={order} isMain={order === acceptable(line)} />
        ))}
      </ul>
      <SearchOrder line={line} />
    </Section>
  );
}

function Decided({ line }: { line: BankLine }) {
  const { reopen, loading } = useDecisions();
  const { state, order, reason, note, decidedBy } = line;
  const facts = [
    ...(order ? [['Order', <Anchor key="order" component={PageLink} to={`/order/${order.orderId}`} size="sm">{order.invoiceNumber}</Anchor>], ['Buyer', order.buyerName]] : []), // prettier-ignore
    ...(reason ? [['Reason', ignoreReasons[reason]]] : []),
    ...(note ? [['Note', note]] : []),
    ['By', decidedBy ?? 'The import'],
  ] as [string, ReactNode][];
  return (
    <>
      <Facts title={state === 'matched' ? 'Matched' : 'Ignored'} facts={facts} />
      <Button size="xs" variant="default" loading={loading} onClick={() => void reopen(line)}>
        {state === 'matched' ? 'Take the payment back' : 'Put back into the queue'}
      </Button>
    </>
  );
}

export function LineBeside({ id, record }: RowContent<BankLine>) {
  const result = useCall(getBankLine, { params: { id } }, { enabled: record === undefined });
  if (record) return <Line line={record} />;
  return (
    <Loaded result={result} what="line">
      {(line) => <Line line={line} />}
    </Loaded>
  );
}

function Line({ line }: { line: BankLine }) {
  const { bank, account, bookedOn, amount, description, counterparty, reference } = line;
  const facts = [
    ['Amount', formatSignedMoney(amount)],
    ['Day', dayInWords(bookedOn)],
    ['Account', `${bank === 'other' ? '' : bank} ${account}`.trim()],
    ['Text', description],
    ...(counterparty ? [['From', counterparty]] : []),
    ...(reference ? [['Reference', reference]] : []),
  ] as [string, string][];
  return (
    <>
      <Facts title="Line" facts={facts} />
      {line.state === 'open' ? <Open key={line.bankLineId} line={line} /> : <Decided line={line} />}
    </>
  );
}
