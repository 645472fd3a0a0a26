/** Firestore's typed values that an order cursor can have, such as `{ "integerValue": "5" }`. */
import { z } from 'zod';
import { isPlainText } from '#contract/kernel/fields.ts';

const earliest = Date.parse('0001-01-01T00:00:00Z');
const latest = Date.parse('9999-12-31T23:59:59.999Z');
const min = -(2n ** 63n);
const max = 2n ** 63n - 1n;

/** RFC 3339 timestamp of the years 1 to 9999, to the nanosecond. */
export const moment = z.iso
  .datetime({ offset: true })
  .refine((text) => (/\.(\d+)/.exec(text)?.[1]?.length ?? 0) <= 9, 'At most nine digits of a second')
  .refine((text) => Date.parse(text) >= earliest && Date.parse(text) <= latest, 'Not between the years 1 and 9999');

export const plainString = z.string().refine(isPlainText, 'Contains characters that cannot be stored');

const integer = z
  .string()
  .refine((text) => /^-?\d{1,19}$/.test(text) && BigInt(text) >= min && BigInt(text) <= max, 'Not a 64-bit integer');

export const typedValue = z.union([
  z.strictObject({ nullValue: z.null() }),
  z.strictObject({ booleanValue: z.boolean() }),
  z.strictObject({ integerValue: integer }),
  z.strictObject({ doubleValue: z.union([z.number(), z.enum(['NaN', 'Infinity', '-Infinity', '-0'])]) }),
  z.strictObject({ timestampValue: moment }),
  z.strictObject({ stringValue: plainString }),
  z.strictObject({ bytesValue: z.base64() }),
]);
export type TypedValue = z.output<typeof typedValue>;

/** Whether the value sorts after every timestamp in Firestore's order of types. */
export const isAfterMoments = (value: TypedValue) => 'stringValue' in value || 'bytesValue' in value;
