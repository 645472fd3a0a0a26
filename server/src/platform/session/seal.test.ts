/** Tests that sealed secrets open with an accepted secret and for their owner only. */
import { expect, test } from 'vitest';
import { seal, unseal } from './seal.ts';

const [now, former] = ['the present secret of all servers', 'the former secret of all the servers'];
const at = (jwtSecret: string, ...others: string[]) => ({ jwtSecret, acceptedSecrets: [jwtSecret, ...others] });

test('a sealed text does not contain its text, differs each time, and opens again', () => {
  const [one, other] = [seal('JBSWY3DP', 'user', at(now)), seal('JBSWY3DP', 'user', at(now))];
  expect(one).not.toContain('JBSWY3DP');
  expect(one).not.toBe(other);
  expect([one, other].map((sealed) => unseal(sealed, 'user', at(now)))).toEqual(['JBSWY3DP', 'JBSWY3DP']);
});

test('a text sealed with a former secret opens while that is accepted', () => {
  const sealed = seal('JBSWY3DP', 'user', at(former));
  expect(unseal(sealed, 'user', at(now, former))).toBe('JBSWY3DP');
  expect(unseal(sealed, 'user', at(now))).toBeUndefined();
});

test('a text of another owner, a changed one and one that is none do not open', () => {
  const sealed = seal('JBSWY3DP', 'user', at(now));
  const changed = sealed.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
  for (const [text, owner] of [
    [sealed, 'other'],
    [changed, 'user'],
    [sealed.slice(0, 20), 'user'],
    ['', 'user'],
  ] as const)
    expect(unseal(text, owner, at(now))).toBeUndefined();
});
