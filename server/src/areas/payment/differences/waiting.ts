/** Differences that wait, for the start page; those of access are there as such. */
import { sql } from 'kysely';
import { type DifferenceKind, differenceKinds, listDifferences, moneyKinds } from '#contract/payment/differences.ts';
import { cappedCount, pagedList } from '#platform/list.ts';
import { listSource } from '#shared/waiting.ts';
import { differenceName } from './queries.ts';

const waiting = pagedList((db, _: object, { limit }) => {
  const matching = db
    .selectFrom('paymentDifference')
    .where('state', '=', sql.lit('open'))
    .where(
      'kind',
      'in',
      moneyKinds.map((kind) => sql.lit(kind)),
    );
  return {
    rows: matching
      .orderBy('amount', 'desc')
      .orderBy('since')
      .orderBy('id')
      .limit(limit)
      .select(['id', 'kind', 'amount', 'since as at', differenceName.as('name')])
      .$narrowType<{ kind: DifferenceKind }>(),
    total: cappedCount(matching),
  };
});

export const waitingDifferences = listSource({
  kind: 'payment-difference',
  opens: listDifferences,
  list: waiting,
  filters: () => ({}),
  itemOf: ({ kind, ...row }) => ({
    ...row,
    about: differenceKinds[kind],
    record: { kind: 'payment-difference', id: row.id },
  }),
});
