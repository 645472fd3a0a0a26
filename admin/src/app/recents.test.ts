/** Proves that only what can be drawn is read of what a browser kept, and only its owner reads it. */
import { afterEach, expect, it, vi } from 'vitest';
import { fakeBrowser, tokenOf } from '#kit/testing/fake-browser.ts';

afterEach(() => vi.unstubAllGlobals());

const item = (name: unknown, to: unknown = '/user/1') => ({ to, name, hint: 'Users' });

async function read(kept: unknown) {
  const { document, localStorage } = fakeBrowser();
  document.cookie = `accessToken=${tokenOf('sari')}`;
  localStorage.setItem('user', 'sari');
  localStorage.setItem('recents', JSON.stringify(kept));
  const { recents } = await import('./recents.ts');
  return recents();
}

it('answers what was opened last', async () => {
  expect(await read({ owner: 'sari', items: [item('Budi')] })).toEqual([item('Budi')]);
  expect(await read({ owner: 'tono', items: [item('Budi')] })).toEqual([]);
});

it('leaves out what it cannot be, and keeps to five', async () => {
  const wrong = [null, 5, item({ a: 1 }), item('Away', 'https://elsewhere.test'), { to: '/user/1' }];
  expect(await read({ owner: 'sari', items: [...wrong, item('Budi')] })).toEqual([item('Budi')]);
  expect(await read({ owner: 'sari', items: Array.from({ length: 5000 }, () => item('Budi')) })).toHaveLength(5);
  expect(await read(null)).toEqual([]);
});
