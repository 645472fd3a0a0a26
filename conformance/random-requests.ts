/** Seeded random documents and random allowed requests, to compare two servers. */
import type { WireDocument } from './tracking-world.ts';
import { count, filters, list, nameOf, numbers, setStatus, startAfter, where } from './wire.ts';

export interface Chance {
  /** Integer from 0 to below `bound`. */
  below(bound: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** True with probability 1/`times`. */
  once(times: number): boolean;
}

/** Random choices by mulberry32: the same seed gives the same sequence everywhere. */
export function chance(seed: number): Chance {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number) => Math.floor(next() * bound);
  return { below, pick: (items) => items[below(items.length)]!, once: (times) => below(times) === 0 };
}

const texts = [
  '',
  ' ',
  '0',
  '2026',
  '2026-01-01',
  'Z',
  'a',
  'aa',
  'z',
  'é',
  'e\u0301',
  '～',
  '\uffff',
  '😀',
  '𝒳',
  '"\\\'%_',
  '\u0001',
  'x'.repeat(400),
];
const integers = [
  '0',
  '1',
  '-1',
  '5',
  '9007199254740991',
  '9007199254740993',
  '-9007199254740993',
  '9223372036854775807',
  '-9223372036854775808',
];
const doubles = [
  0,
  1,
  -1,
  5,
  5.5,
  1e-300,
  -1e300,
  9007199254740992,
  9223372036854775808,
  'NaN',
  'Infinity',
  '-Infinity',
];
/** Literals may also be negative zero, which stored documents do not contain. */
const literals = [...doubles, '-0'];
const bytes = ['', 'AA==', 'AAEC', '/w=='];
const emails = ['siti@demo.test', 'budi+1@demo.test', 'BUDI+1@demo.test', '', 'ü@demo.test'];
const phones = ['+62811', '0811', ''];
/** Statuses as other systems store them. */
const stored = ['', 'Paid', 'menunggu', 'x'.repeat(100)];
const statuses = ['unpaid', 'pending', 'paid', 'expired', 'cancelled', 'failed', 'refunded'];

/** Few timestamps, microseconds apart, so that ties and near misses are common; with the precision of the protocol. */
const moments = [
  '0001-01-01T00:00:00Z',
  '1969-12-31T23:59:59.999999Z',
  '1970-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999Z',
  ...[0, 1, 999, 1000, 123_456, 999_999].map((micros) => `2026-01-02T03:04:05${fraction(micros)}Z`),
];
const finer = [
  ...moments,
  '2026-01-02T03:04:05.123456001Z',
  '2026-01-02T03:04:05.000000999Z',
  '2026-01-02T10:04:05.123456+07:00',
  '2026-01-01T22:04:05-05:00',
];

function fraction(micros: number): string {
  if (micros === 0) return '';
  return `.${micros % 1000 === 0 ? String(micros / 1000).padStart(3, '0') : String(micros).padStart(6, '0')}`;
}

/** Value of a type that a `timestamp` may have; many are moments. */
function value({ pick, below }: Chance, instants: readonly string[], numbers: readonly (number | string)[]): object {
  return (
    [
      () => ({ stringValue: pick(texts) }),
      () => ({ integerValue: pick(integers) }),
      () => ({ doubleValue: pick(numbers) }),
      () => ({ booleanValue: pick([true, false]) }),
      () => ({ nullValue: null }),
      () => ({ bytesValue: pick(bytes) }),
    ][below(10)]?.() ?? { timestampValue: pick(instants) }
  );
}

function randomId({ pick, below }: Chance): string {
  const characters = ['a', 'b', 'Z', '0', '9', ' ', '.', '-', '_', 'é', '～', '😀', '%', '"', '(', ':', '?'];
  const id = Array.from({ length: 1 + below(6) }, () => pick(characters)).join('');
  return pick([id, `x${id}`, 'i'.repeat(1490) + id.replace(/[^\x20-\x7e]/g, '').slice(0, 6)]).replace(
    /^\.+$|^__.*__$/,
    'dots',
  );
}

export function randomDocuments(dice: Chance, howMany: number): WireDocument[] {
  const ids = new Set(Array.from({ length: howMany }, () => randomId(dice)));
  return [...ids].map((id): WireDocument => {
    if (dice.once(10))
      return {
        collection: 'customer_service_number',
        id,
        fields: { name: { stringValue: 'CS' }, phone: { stringValue: dice.pick(phones) } },
      };
    return {
      collection: 'order_staging',
      id,
      fields: {
        ...(!dice.once(8) && { timestamp: value(dice, moments, doubles) }),
        ...(!dice.once(6) && { user_email: dice.once(8) ? { integerValue: '1' } : { stringValue: dice.pick(emails) } }),
        ...(!dice.once(6) && {
          customer_service_number: dice.once(8)
            ? { stringValue: '+62811' }
            : { mapValue: { fields: { phone: { stringValue: dice.pick(phones) } } } },
        }),
        ...(!dice.once(3) && {
          status: dice.once(8) ? { nullValue: null } : { stringValue: dice.pick([...statuses, ...stored]) },
        }),
      },
    };
  });
}

/** Request that the whitelist allows: a list, a count, a status change, or documents by name. */
export function randomRequest(dice: Chance, documents: WireDocument[]): [rpc: string, body: object] {
  const existing = () => dice.pick(documents).id;
  const anyId = () => (dice.once(3) ? randomId(dice) : existing());
  const byStatus = dice.once(3) ? [filters.status(dice.pick(statuses))] : [];
  const others = [
    ...(dice.once(3) ? [filters.userEmail(dice.pick(emails))] : []),
    ...(dice.once(3) ? [filters.phone(dice.pick(phones))] : []),
    ...(dice.once(3) ? [filters.since(dice.pick(finer))] : []),
  ];
  const filtered = where(...others, ...byStatus);
  const position = () => {
    const {
      id,
      fields: { timestamp },
    } = dice.pick(documents);
    return dice.once(2) && timestamp ? startAfter(timestamp, id) : startAfter(value(dice, finer, literals), anyId());
  };
  const limit = 1 + dice.below(20);
  return (
    [
      (): [string, object] => [
        'runAggregationQuery',
        count(where(...others, ...(dice.once(2) ? [filters.hasStatus()] : byStatus))),
      ],
      (): [string, object] => ['commit', setStatus(anyId(), dice.pick(statuses))],
      (): [string, object] => [
        'batchGet',
        {
          documents: Array.from({ length: 1 + dice.below(5) }, () =>
            nameOf(anyId(), dice.pick(['order_staging', 'customer_service_number'])),
          ),
        },
      ],
      (): [string, object] => [
        'runQuery',
        {
          structuredQuery: {
            ...numbers,
            limit,
            ...(dice.once(2) && {
              startAt: { before: false, values: [{ referenceValue: nameOf(anyId(), 'customer_service_number') }] },
            }),
          },
        },
      ],
    ][dice.below(10)]?.() ?? ['runQuery', list({ ...filtered, limit, ...(dice.once(2) && position()) })]
  );
}
