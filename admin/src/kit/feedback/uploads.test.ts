/** Proves whose uploads are, what ends them, and when leaving would lose one. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type * as Session from '../api/session.ts';
import { fakeBrowser, tokenOf } from '../testing/fake-browser.ts';
import type * as Uploads from './uploads.ts';

let browser: ReturnType<typeof fakeBrowser>;
let kit: typeof Uploads & typeof Session;

const signIn = (who: string) => kit.beginSession({ access: tokenOf(who), refresh: `refresh-${who}` }, 'admin');
const begin = (place = 'course/1#image', page = '/course/1') =>
  kit.newUpload({ file: new File(['x'], 'a.png'), prefix: 'course', place, page });

/** Whether closing the tab asks. */
function asks(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  browser.window.dispatchEvent(event);
  return event.defaultPrevented;
}

beforeEach(async () => {
  browser = fakeBrowser();
  kit = { ...(await import('./uploads.ts')), ...(await import('../api/session.ts')) };
  signIn('ani');
});
afterEach(() => vi.unstubAllGlobals());

describe('an upload belongs to who began it', () => {
  test('and goes on when they sign in again after their session expired', () => {
    const { abort } = begin();
    kit.endSession('expired');
    signIn('ani');
    expect(abort.signal.aborted).toBe(false);
    expect(kit.uploadsAtStake()).toHaveLength(1);
  });

  test('and ends when another person signs in', () => {
    const { abort } = begin();
    kit.endSession('expired');
    signIn('budi');
    expect(abort.signal.aborted).toBe(true);
    expect(kit.uploadsAtStake()).toHaveLength(0);
  });

  test('and ends when they sign out', () => {
    const { abort } = begin();
    kit.endSession('asked');
    expect(abort.signal.aborted).toBe(true);
  });
});

describe('leaving asks', () => {
  test('while a file is on its way, and when it is there but not in its field', () => {
    const { id } = begin();
    expect(asks()).toBe(true);
    kit.changeUpload(id, { state: 'done', url: '/files/a.png' });
    expect(asks()).toBe(true);
    kit.dropUploads(() => true);
    expect(asks()).toBe(false);
  });

  test('not for one that failed, or was refused', () => {
    const { id } = begin();
    kit.changeUpload(id, { state: 'failed' });
    expect(asks()).toBe(false);
    kit.changeUpload(id, { state: 'refused' });
    expect(asks()).toBe(false);
  });
});

test('a second file of a field ends the first, and no other', () => {
  const other = begin('course/1#introVideo');
  const first = begin();
  const second = begin();
  expect([first, second, other].map(({ abort }) => abort.signal.aborted)).toEqual([true, false, false]);
  expect(kit.uploadsAtStake()).toHaveLength(2);
});

test('what a deleted page was waiting for ends, and leads nowhere', () => {
  const here = begin('course/1#image', '/course/1?peek=2');
  const there = begin('course/12#image', '/course/12');
  kit.strandUploads('/course/1');
  expect([here, there].map(({ abort }) => abort.signal.aborted)).toEqual([true, false]);
  expect(kit.uploadsAtStake().map(({ id }) => id)).toEqual([there.id]);
});

test('a file that was looked into while its page went is not sent, and another session may come to the page again', () => {
  kit.strandUploads('/course/1');
  const late = begin();
  expect(late.abort.signal.aborted).toBe(true);
  expect(kit.uploadsAtStake()).toHaveLength(0);
  signIn('ani');
  expect(begin().abort.signal.aborted).toBe(false);
});
