/** Tests the rules of papers: PPN, shares, words of amounts, and tax numbers. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberInWords, rupiahInWords } from './in-words.ts';
import { formatTaxNumber, isNik, isNpwp, nik, npwp, npwp16 } from './tax-number.ts';
import { type VatTerms, hasVat, sharesOf, vatIn, vatRules } from './vat.ts';

const amounts = fc.integer({ min: 0, max: 2_000_000_000 });
const terms = fc.record({
  rule: fc.constantFrom(...(Object.keys(vatRules) as VatTerms['rule'][])),
  rate: fc.integer({ min: 1, max: 100 }),
});

describe('PPN in an amount', () => {
  it('is 11 % of the price without it, by 12 % on 11/12, as since 2025', () => {
    expect(vatIn(1_110_000, { rule: 'otherValue', rate: 12 })).toEqual({ net: 1_000_000, base: 916_667, vat: 110_000 });
    expect(vatIn(1_120_000, { rule: 'full', rate: 12 })).toEqual({ net: 1_000_000, base: 1_000_000, vat: 120_000 });
    for (const rule of ['none', 'exempt'] as const)
      expect(vatIn(500, { rule, rate: 12 })).toEqual({ net: 500, base: 500, vat: 0 });
  });

  it('and the price without it add up to the amount, and the rate on the base gives it within a rupiah', () => {
    fc.assert(
      fc.property(amounts, terms, (amount, of) => {
        const { net, base, vat } = vatIn(amount, of);
        expect([net, base, vat].every(Number.isInteger)).toBe(true);
        expect(net + vat).toBe(amount);
        if (hasVat(of.rule)) expect(Math.abs((base * of.rate) / 100 - vat)).toBeLessThanOrEqual(1.5);
      }),
    );
  });

  it('differs by less than a rupiah in two decimals', () => {
    fc.assert(
      fc.property(amounts, terms, (amount, of) => {
        const { net, vat } = vatIn(amount, of, 0.01);
        expect(Math.abs(vat - vatIn(amount, of).vat)).toBeLessThanOrEqual(0.51);
        expect(Math.abs(net + vat - amount)).toBeLessThan(0.005);
        expect(`${vat} ${net}`).toMatch(/^\d+(\.\d{1,2})? \d+(\.\d{1,2})?$/);
      }),
    );
  });
});

it('shares add up to the total, and none is more than a rupiah from its proportion', () => {
  const weights = fc.array(fc.integer({ min: 0, max: 1_000_000_000 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(amounts, weights, (total, all) => {
      const shares = sharesOf(total, all);
      const sum = all.reduce((one, other) => one + other, 0);
      expect(shares.reduce((one, other) => one + other, 0)).toBe(total);
      if (sum > 0)
        shares.forEach((share, n) => expect(Math.abs(share - total * (all[n]! / sum))).toBeLessThanOrEqual(1.01));
    }),
  );
  expect(sharesOf(3, [0, 0])).toEqual([3, 0]);
});

describe('an amount in words', () => {
  it.each([
    [0, 'nol'],
    [11, 'sebelas'],
    [17, 'tujuh belas'],
    [20, 'dua puluh'],
    [100, 'seratus'],
    [115, 'seratus lima belas'],
    [1000, 'seribu'],
    [1999, 'seribu sembilan ratus sembilan puluh sembilan'],
    [11_000, 'sebelas ribu'],
    [101_000, 'seratus satu ribu'],
    [1_000_000, 'satu juta'],
    [1_250_123, 'satu juta dua ratus lima puluh ribu seratus dua puluh tiga'],
    [2_000_000_000, 'dua miliar'],
  ])('%i is “%s”', (n, words) => expect(rupiahInWords(n)).toBe(`${words} rupiah`));

  it('can be read back', () => {
    const digits = 'nol satu dua tiga empat lima enam tujuh delapan sembilan sepuluh sebelas'.split(' ');
    const scales: Record<string, number> = { miliar: 1e9, juta: 1e6, ribu: 1000, ratus: 100, puluh: 10 };
    const numberOf = (words: string): number => {
      let [sum, part, one] = [0, 0, 0];
      for (const word of words.replace(/\bse(ratus|ribu)/g, 'satu $1').split(' ')) {
        const scale = scales[word];
        if (word === 'belas') one += 10;
        else if (scale === undefined) one = digits.indexOf(word);
        else if (scale < 1000) [part, one] = [part + one * scale, 0];
        else [sum, part, one] = [sum + (part + one) * scale, 0, 0];
      }
      return sum + part + one;
    };
    fc.assert(
      fc.property(amounts, (n) => {
        expect(numberOf(numberInWords(n))).toBe(n);
      }),
    );
  });
});

describe('a tax number', () => {
  it.each(['012345678901000', '0012345678901000', '3174014508900001'])('accepts the NPWP %s', (value) =>
    expect(isNpwp(value)).toBe(true),
  );
  it.each(['', '1234', '000000000000000', '01234567890100a', '1012345678901000', '12345678901234567'])(
    'refuses the NPWP “%s”',
    (value) => expect(isNpwp(value)).toBe(false),
  );
  it('of a person has a place, a date of birth, and a serial number', () => {
    expect(isNik('3174014508900001')).toBe(true);
    for (const wrong of [
      '317401450890000',
      '1074014508900001',
      '3174010008900001',
      '3174013208900001',
      '3174017208900001',
      '3174014513900001',
      '3174014508900000',
    ])
      expect(isNik(wrong)).toBe(false);
  });
  it('is taken as people write it, kept as digits, and shown as people write it', () => {
    expect(npwp.parse(' 01.234.567.8-901.000 ')).toBe('012345678901000');
    expect(nik.parse('3174 0145 0890 0001')).toBe('3174014508900001');
    expect(npwp.safeParse('12345').error?.issues[0]?.message).toContain('15 digits');
    expect(formatTaxNumber('012345678901000')).toBe('01.234.567.8-901.000');
    expect(formatTaxNumber('3174014508900001')).toBe('3174 0145 0890 0001');
    expect(npwp16('012345678901000')).toBe('0012345678901000');
  });
});
