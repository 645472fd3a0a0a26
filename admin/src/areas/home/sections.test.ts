/** Tests the sections of the start page. */
import { expect, test } from 'vitest';
import { sectionsOf } from './sections.ts';

test('an empty chase order leads to its queue', () => {
  const next = { counts: { mine: 0, overdue: 0, chase: 0 }, mine: [], chase: [] };
  const section = sectionsOf({}, next).find(({ title }) => title === 'Next to chase');
  expect(section?.rows).toMatchObject([
    { name: 'Open the chase order', to: '/order/tracking', search: { queue: 'chase' } },
  ]);
});
