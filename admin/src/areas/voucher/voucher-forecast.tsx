/** Effect of the edited voucher on prices; invalid input leaves the preview unchanged. */
import { type PriceReduction, valueProblem } from '#contract/pricing/price.ts';
import { forecast } from '#contract/pricing/forecast.ts';
import type { voucherDraft } from '#contract/voucher/endpoints.ts';
import { voucherEffect } from '#contract/voucher/effect.ts';
import { useCall } from '#kit/api/use-call.ts';
import { PriceForecast } from '#admin-shared/pricing/price-forecast.tsx';
import type { Opened } from '#kit/record/opened.ts';
import type { Voucher } from './voucher-kinds.ts';

type Typed = Pick<Voucher, 'discountType' | 'maxDiscount' | 'minPurchase' | 'isStackable' | 'allProduct'> & {
  discountPrice: number | null;
};

/** The edited reduction if it is valid, else the saved one. */
function reductionOf(typed: Typed, saved: Voucher): PriceReduction {
  const { discountType: type, discountPrice } = typed;
  const isRule = discountPrice !== null && valueProblem({ type, value: discountPrice }) === undefined;
  return isRule ? { type, value: discountPrice } : { type: saved.discountType, value: saved.discountPrice };
}

export function VoucherForecast({ id, record, form }: Opened<Voucher, typeof voucherDraft>) {
  const typed = form.fields.values as Typed;
  const query = { all: typed.allProduct ? ('true' as const) : ('false' as const) };
  const { data, error, refetch } = useCall(voucherEffect, { params: { id }, query }, { keepPrevious: true });
  const { isStackable, maxDiscount, minPurchase } = typed;
  const rule = { ...reductionOf(typed, record), isStackable, maxDiscount, minPurchase };
  return (
    <PriceForecast
      forecast={data && forecast(data.prices, rule)}
      minPurchase={minPurchase}
      code={record.code}
      error={error}
      refetch={refetch}
    />
  );
}
