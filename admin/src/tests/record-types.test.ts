/** Tests the types of record pages; checked by `tsc`. */
import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { field } from '#contract/kernel/draft.ts';
import { byIdOf, idOf, name, version } from '#contract/kernel/fields.ts';
import { endpoint } from '#contract/kernel/endpoint.ts';
import type { discounts } from '#contract/discount/endpoints.ts';
import type { RecordPageProps } from '../kit/record/record-page-props.ts';
import type { useRecordForm } from '../kit/record/use-record-form.ts';

const plan = z.object({ name: field(name(3, 100), { label: 'Name' }) });
const getPlan = endpoint({
  area: 'subscription',
  method: 'GET',
  url: '/admin/plan/:id',
  roles: ['admin'],
  params: byIdOf('plan'),
  reply: z.object({ planId: idOf('plan'), name: z.string(), status: z.enum(['draft', 'live']), version }),
});

type PlanForm = typeof useRecordForm<typeof getPlan, typeof plan>;
type Plan = NonNullable<ReturnType<PlanForm>['result']['data']>;
type PlanFacts = RecordPageProps<Plan, typeof plan>['facts'];

test('a status of other values keeps its type', () => {
  expectTypeOf<Plan['status']>().toEqualTypeOf<'draft' | 'live'>();
  expectTypeOf<(record: { name: string; status: 'draft' | 'live' }) => []>().toExtend<PlanFacts>();
});

test('facts of another record are a type error', () => {
  expectTypeOf<(record: { totalAmount: number }) => []>().not.toExtend<PlanFacts>();
});

test('only records with an active status can be switched', () => {
  type Entries<Form extends (...args: never) => unknown> = Parameters<Form>[0];
  type Discounts = typeof discounts;
  type DiscountForm = typeof useRecordForm<Discounts['get'], Discounts['draft']>;
  expectTypeOf<Discounts>().toExtend<Entries<DiscountForm>>();
  expectTypeOf<Discounts['setStatus']>().not.toExtend<Entries<PlanForm>['setStatus']>();
});
