/** Converts plain values to those of Firestore's protocol, such as `{ "stringValue": "paid" }`. */
import type { Dice } from './dice.ts';
import type { TrackingDocument } from './records.ts';

/** Moment with microseconds, which a Date cannot hold. */
export interface Moment {
  timestampValue: string;
}

export interface Fields {
  [name: string]: string | number | Moment | Fields;
}

export const moment = (at: Date, microseconds: number): Moment => ({
  timestampValue: at.toISOString().replace('Z', `${String(microseconds).padStart(3, '0')}Z`),
});

export function document(
  collection: TrackingDocument['collection'],
  id: string,
  plain: Fields,
  createdAt: Date,
): TrackingDocument {
  const { status = null, ...fields } = typed(plain);
  return { collection, id, fields, status, createTime: createdAt.toISOString() };
}

const typed = (fields: Fields): Record<string, object> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, typedValue(value)]));

function typedValue(value: Fields[string]): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'number') return { integerValue: String(value) };
  return 'timestampValue' in value ? value : { mapValue: { fields: typed(value) } };
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Twenty random letters and digits, like Firestore's document ids. */
export const documentId = (chance: Dice): string =>
  Array.from({ length: 20 }, () => letters[chance.int(0, letters.length - 1)]).join('');
