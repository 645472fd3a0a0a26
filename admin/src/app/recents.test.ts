/** Tests that stored recent records are validated and belong to their user. */
import { afterEach, expect, it, vi } from 'vitest';
import { fakeBrowser, tokenOf } from '#kit/testing/fake-browser.ts';

afterEach(() => vi.unstubAllGlobals());

const item = (name: unknown, to: unknown = '/user/1') => ({ to, name, hint: 'Users' });

async function read(stored: unknown) {
  const { document, localStorage } = fakeBrowser();
  document.cookie = `accessToken=${tokenOf('sari')}`;
  localStorage.setItem('user', 'sari');
  localStorage.setItem('recents', JSON.stringify(stored));
  const { recents } = await import('./recents.ts');
  return recents();
}

it('returns the records that were opened last', async () => {
  expect(await read({ owner: 'sari', items: [item('Budi')] })).toEqual([item('Budi')]);
  expect(await read({ owner: 'tono', items: [item('Budi')] })).toEqual([]);
});

it('ignores invalid entries and returns at most five', async () => {
  const wrong = [null, 5, item({ a: 1 }), item('Away', 'https://elsewhere.test'), { to: '/user/1' }];
  expect(await read({ owner: 'sari', items: [...wrong, item('Budi')] })).toEqual([item('Budi')]);
  expect(await read({ owner: 'sari', items: Array.from({ length: 5000 }, () => item('Budi')) })).toHaveLength(5);
  expect(await read(null)).toEqual([]);
});
