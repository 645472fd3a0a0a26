/** PPN that a price contains, and shares of an amount (docs/decisions/0117). Pure; amounts are integer rupiah. */

/** Ways in which a brand's prices contain PPN. */
export const vatRules = {
  none: 'No PPN: the brand is not a PKP',
  otherValue: 'PKP: prices include PPN on 11/12 of the price (DPP nilai lain)',
  full: 'PKP: prices include PPN on the whole price',
  exempt: 'PKP: prices have no PPN (exempt)',
} as const;
export type VatRule = keyof typeof vatRules;

/** Rule, and rate in percent. */
export interface VatTerms {
  rule: VatRule;
  rate: number;
}

/** Whether prices contain PPN, so that papers show it and Coretax takes them. */
export const hasVat = (rule: VatRule): boolean => rule === 'otherValue' || rule === 'full';

/** Numerator and denominator of the PPN in a price that contains it. */
export function fractionOf({ rule, rate }: VatTerms): [part: number, whole: number] {
  if (rule === 'otherValue') return [11 * rate, 1200 + 11 * rate];
  return rule === 'full' ? [rate, 100 + rate] : [0, 1];
}

export interface VatParts {
  /** Price without PPN; `net` and `vat` add up to the amount. */
  net: number;
  /** DPP: what the rate applies to. */
  base: number;
  vat: number;
}

/** Splits an amount. Rounds half up to the unit: 1 for papers, 0.01 for Coretax, whose template has two decimals. */
export function vatIn(amount: number, terms: VatTerms, unit: 1 | 0.01 = 1): VatParts {
  const round = (value: number) => Math.round(value / unit) / (1 / unit);
  const [part, whole] = fractionOf(terms);
  const vat = round((amount * part) / whole);
  const net = round(amount - vat);
  return { net, base: terms.rule === 'otherValue' ? round((net * 11) / 12) : net, vat };
}

/** Whole parts of a total in proportion to weights, which add up to it. Without weights, the first part is all of it. */
export function sharesOf(total: number, weights: readonly number[]): number[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  let [passed, shared] = [0, 0];
  return weights.map((weight) => {
    passed += weight;
    const share = (all === 0 ? total : Math.round(total * (passed / all))) - shared;
    shared += share;
    return share;
  });
}
