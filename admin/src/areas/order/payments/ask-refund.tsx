/** Dialog that asks for a refund: of items, whole or in part, with what follows from it. */
import { Checkbox, Input, List, Stack, Text } from '@mantine/core';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { createRefund, refundDraft } from '#contract/payment/refunds.ts';
import { useAction } from '#kit/api/use-action.ts';
import { type FieldProps, bind } from '#kit/form/bind.ts';
import { Field, Rows } from '#kit/form/field.tsx';
import { FormDialog } from '#kit/form/form-dialog.tsx';
import { useEditForm } from '#kit/form/use-edit-form.ts';
import { blankOf } from '#kit/form/values.ts';
import type { DetailedOrder } from './record-payment.tsx';
import { type RefundTerms, isByGateway, refundEffects } from './refund-effects.ts';

type Part = { productId: string; amount?: number | null };
type Left = RefundTerms['items'];

/** Items of the order with a tick and an amount each. */
function Items<Values>({ left, ...props }: FieldProps<Values> & { left: Left }) {
  const { value, set, input } = bind(props);
  const parts = value as Part[];
  const toggle = (productId: string, isOn: boolean, amount: number) =>
    set(
      left
        .map((item) => item.productId)
        .flatMap((id) =>
          id === productId ? (isOn ? [{ productId, amount }] : []) : parts.filter((part) => part.productId === id),
        ),
    );
  return (
    <Input.Wrapper label="Items" labelElement="div" error={input.error} data-path={input.name}>
      <Stack gap="sm" mt={4}>
        {left.map((item) => {
          const at = parts.findIndex(({ productId }) => productId === item.productId);
          return (
            <div key={item.productId}>
              <Checkbox
                label={`${item.productName} (${formatMoney(item.left)} left)`}
                checked={at >= 0}
                readOnly={input.readOnly}
                onChange={(event) => toggle(item.productId, event.currentTarget.checked, item.left)}
              />
              {at >= 0 && (
                <div style={{ marginTop: 6, paddingInlineStart: 28, maxWidth: 240 }}>
                  <Field
                    form={props.form}
                    name={`${props.name}.${at}.amount`}
                    words={{ label: `Amount of ${item.productName}`, isOptional: false }}
                  />
                </div>
              )}
            </div>
          );
        })}
      </Stack>
    </Input.Wrapper>
  );
}

const sumOf = (parts: readonly Part[]) => parts.reduce((sum, { amount }) => sum + (amount ?? 0), 0);

interface Props {
  order: DetailedOrder;
  terms: RefundTerms;
  close: () => void;
}

export function AskRefund({ order, terms, close }: Props) {
  const { orderId, invoiceNumber } = order;
  const { run } = useAction(createRefund);
  const left = terms.items.filter((item) => item.left > 0);
  // Of an order that was paid in part, an amount is refunded.
  const hasItems = left.length > 0 && left.reduce((sum, item) => sum + item.left, 0) === terms.refundable;
  const parts: Part[] = left.map(({ productId, left: amount }) => ({ productId, amount }));
  const form = useEditForm({
    name: `refund/${orderId}`,
    schema: refundDraft,
    initial: {
      ...blankOf(refundDraft),
      amount: hasItems ? undefined : terms.refundable,
      items: hasItems ? (parts as { productId: string; amount: number }[]) : undefined,
    },
    save: (body, how) => run({ params: { id: orderId }, body }, how),
    onSaved: close,
  });
  const { amount, items, removeAccess, byTransfer } = form.fields.values;
  const choice = {
    sum: items ? sumOf(items) : (amount ?? 0),
    parts: items,
    removeAccess: removeAccess === true,
    byTransfer: byTransfer === true,
  };
  const needsAccount = !isByGateway(terms, choice);
  const rows = [
    ...(hasItems ? [] : ['amount']),
    'reason',
    'removeAccess',
    ...(terms.gateway ? ['byTransfer'] : []),
    ...(needsAccount ? ([['bank', 'accountNumber'], 'accountName'] as const) : []),
  ];
  return (
    <FormDialog form={form} title={`Refund of ${invoiceNumber}`} submitLabel="Ask for refund" close={close} isWide>
      <div aria-live="polite">
        <Text fw={600}>
          {formatMoney(choice.sum)} of {formatMoney(terms.refundable)}
        </Text>
        <List size="sm" c="dimmed">
          {refundEffects(order, terms, choice).map((text) => (
            <List.Item key={text}>{text}</List.Item>
          ))}
        </List>
      </div>
      {hasItems && <Items form={form} name="items" left={left} />}
      <Rows form={form} rows={rows} />
    </FormDialog>
  );
}
