/** Tests that replies contain exactly the contract's fields. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { compileEncoder } from './encoder.ts';

const reply = z.object({
  id: z.string(),
  total: z.int(),
  isTold: z.boolean().optional(),
  category: z.enum(['data', 'cyber']).nullable(),
  status: z.union([z.literal(0), z.literal(1)]),
  names: z.record(z.string(), z.string()),
  items: z.array(z.object({ name: z.string(), price: z.number().nullable() })),
});
const encode = compileEncoder(reply);
const value = {
  id: 'a "quoted" \\ name\nof \u2028 two lines and \ud800 half a character',
  total: 3,
  category: null,
  status: 1 as const,
  names: { a: 'b' },
  items: [
    { name: 'Kelas 😀', price: null },
    { name: '', price: 0.5 },
  ],
};

describe('compileEncoder', () => {
  it('encodes like JSON.stringify', () => {
    expect(encode(value)).toBe(JSON.stringify(value));
    expect(encode({ ...value, isTold: false, items: [] })).toBe(
      JSON.stringify({
        id: value.id,
        total: 3,
        isTold: false,
        category: null,
        status: 1,
        names: { a: 'b' },
        items: [],
      }),
    );
  });

  it('drops fields outside the contract, at every depth', () => {
    const leaky = { ...value, passwordHash: 'x', items: [{ name: 'Kelas', price: 1, secret: 'y' }] };
    expect(JSON.parse(encode(leaky))).toEqual({
      ...value,
      id: JSON.parse(JSON.stringify(value.id)),
      items: [{ name: 'Kelas', price: 1 }],
    });
  });

  it.each([
    ['a text for a number', { ...value, total: '3' }],
    ['a number that JSON has not', { ...value, total: Number.NaN }],
    ['nothing where something must be', { ...value, id: undefined }],
    ['null where there is none', { ...value, id: null }],
    ['a value that is none of the choices', { ...value, status: 2 }],
    ['a text that is none of the choices', { ...value, category: 'design' }],
    ['a number for a list', { ...value, items: 5 }],
    ['null in a list', { ...value, items: [null] }],
  ])('throws for %s', (_, wrong) => {
    expect(() => encode(wrong)).toThrow(z.ZodError);
  });

  it('passes JSON text of PostgreSQL through', () => {
    expect(encode({ ...value, items: '[{"name": "Kelas"}]' })).toContain('"items":[{"name": "Kelas"}]');
  });
});
