/** Tests the owner of uploads, what aborts them, and when leaving asks. */
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

describe('an upload belongs to the user who started it', () => {
  test('and continues when they sign in again after the session expired', () => {
    const { abort } = begin();
    kit.endSession('expired');
    signIn('ani');
    expect(abort.signal.aborted).toBe(false);
    expect(kit.uploadsAtStake()).toHaveLength(1);
  });

  test('and is aborted when another user signs in', () => {
    const { abort } = begin();
    kit.endSession('expired');
    signIn('budi');
    expect(abort.signal.aborted).toBe(true);
    expect(kit.uploadsAtStake()).toHaveLength(0);
  });

  test('and is aborted when they sign out', () => {
    const { abort } = begin();
    kit.endSession('asked');
    expect(abort.signal.aborted).toBe(true);
  });
});

describe('leaving asks', () => {
  test('while a file is uploading, and when it is uploaded but not in its field', () => {
    const { id } = begin();
    expect(asks()).toBe(true);
    kit.changeUpload(id, { state: 'done', url: '/files/a.png' });
    expect(asks()).toBe(true);
    kit.dropUploads(() => true);
    expect(asks()).toBe(false);
  });

  test('not for a failed or refused upload', () => {
    const { id } = begin();
    kit.changeUpload(id, { state: 'failed' });
    expect(asks()).toBe(false);
    kit.changeUpload(id, { state: 'refused' });
    expect(asks()).toBe(false);
  });
});

test('a second file for a field aborts only the first', () => {
  const other = begin('course/1#introVideo');
  const first = begin();
  const second = begin();
  expect([first, second, other].map(({ abort }) => abort.signal.aborted)).toEqual([true, false, false]);
  expect(kit.uploadsAtStake()).toHaveLength(2);
});

test('uploads of a deleted record’s page are aborted and link to no page', () => {
  const here = begin('course/1#image', '/course/1?peek=2');
  const there = begin('course/12#image', '/course/12');
  kit.refuseUploadsOf('/course/1');
  expect([here, there].map(({ abort }) => abort.signal.aborted)).toEqual([true, false]);
  expect(kit.uploadsAtStake().map(({ id }) => id)).toEqual([there.id]);
});

test('a file chosen while its page was deleted is not sent, and the next session can use the page again', () => {
  kit.refuseUploadsOf('/course/1');
  const late = begin();
  expect(late.abort.signal.aborted).toBe(true);
  expect(kit.uploadsAtStake()).toHaveLength(0);
  signIn('ani');
  expect(begin().abort.signal.aborted).toBe(false);
});
