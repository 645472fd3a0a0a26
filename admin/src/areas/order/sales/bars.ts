/** Geometry of the sales chart. Pure. */
import type { SalesFigures } from '#contract/order/sales.ts';

const steps = [1, 2, 2.5, 5, 10];

/** Round number at or above `value`; 1 for 0. */
export function roundedUp(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return power * steps.find((step) => step * power >= value)!;
}

interface Scale {
  /** Amounts at the upper and the lower end; the lower is 0 or negative. */
  top: number;
  bottom: number;
}

/** Scale that fits the payments above zero and the refunds below. */
export function scaleOf(sales: readonly Pick<SalesFigures, 'paid' | 'refunded'>[]): Scale {
  const [paid, refunded] = [
    Math.max(0, ...sales.map((one) => one.paid)),
    Math.max(0, ...sales.map((one) => one.refunded)),
  ];
  return { top: roundedUp(paid), bottom: refunded > 0 ? -roundedUp(refunded) : 0 };
}

/** Distance of an amount from the top, in hundredths of the height. */
export const heightAt = ({ top, bottom }: Scale, amount: number): number => (100 * (top - amount)) / (top - bottom);
