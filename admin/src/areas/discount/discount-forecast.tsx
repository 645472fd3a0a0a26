/** Effect that the edited discount has on prices while it is in force. */
import { forecast } from '#contract/pricing/forecast.ts';
import { discountEffect } from '#contract/discount/effect.ts';
import { useCall } from '#kit/api/use-call.ts';
import { PriceForecast } from '#admin-shared/pricing/price-forecast.tsx';
import { reductionOf } from './discount-columns.tsx';
import type { OpenDiscount } from './discount-products.tsx';

export function DiscountForecast({ id, record, form }: OpenDiscount) {
  const { data, error, refetch } = useCall(discountEffect, { params: { id } });
  return (
    <PriceForecast
      forecast={data && forecast(data.prices, reductionOf(form.fields.values, record))}
      error={error}
      refetch={refetch}
    />
  );
}
