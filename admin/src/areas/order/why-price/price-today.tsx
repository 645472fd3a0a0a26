/** Tab of an order: what the same purchase costs today, and why. Nothing can be sent from it. */
import { Alert, Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Reply } from '#contract/kernel/endpoint.ts';
import type { getOrder } from '#contract/order/endpoints.ts';
import { type PriceExplanation, explainPrice } from '#contract/pricing/explanation.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { useCall } from '#kit/api/use-call.ts';
import { searchOf } from '#admin-shared/pricing/why-price-link.tsx';
import { Section } from '#kit/record/detail-page.tsx';
import { Loaded } from '#kit/record/loaded.tsx';
import { labelOf } from '../new-order/price.tsx';
import { NotApplied } from './not-applied.tsx';
import { Waterfall } from './waterfall.tsx';

type Order = Reply<typeof getOrder>;

/** The unique code is that of the order's transfer, which no other price has. */
const comparable = ({ totalAmount, uniqueCode }: Order) => totalAmount - (uniqueCode ?? 0);

export function PriceToday({ record: order }: { record: Order }) {
  const { user, items, voucherCode } = order;
  const basket = { userId: user.id, items: items.map(({ productType, productId }) => ({ productType, productId })) };
  const result = useCall(explainPrice, { body: { ...basket, voucherCode } }, { enabled: items.length > 0 });
  const another = (
    <Anchor
      inherit
      renderRoot={(props) => (
        <Link {...props} to="/why-price" search={searchOf({ ...basket, ...(voucherCode && { code: voucherCode }) })} />
      )}
    >
      Explain another price
    </Anchor>
  );
  return (
    <>
      <Section title="The same purchase today" actions={another}>
        <Loaded result={result} what="price of today">
          {(explanation) => (
            <>
              <Difference order={order} today={explanation} />
              <Waterfall
                {...explanation}
                lines={explanation.lines.map((line) => ({ label: labelOf(line), amount: line.amount }))}
              />
            </>
          )}
        </Loaded>
      </Section>
      {result.data && <NotApplied explanation={result.data} member={undefined} isForStaff />}
    </>
  );
}

function Difference({ order, today }: { order: Order; today: PriceExplanation }) {
  const more = today.totalAmount - comparable(order);
  const paid = `${formatMoney(order.totalAmount)}${order.uniqueCode ? `, of which ${formatMoney(order.uniqueCode)} are its unique code` : ''}`;
  return (
    <Alert
      mb="lg"
      variant="default"
      title={
        more === 0
          ? 'Today it costs the same'
          : `Today it costs ${formatMoney(Math.abs(more))} ${more > 0 ? 'more' : 'less'}`
      }
    >
      This order’s total is {paid}: its own price, and the text to send, are in Overview.
    </Alert>
  );
}
