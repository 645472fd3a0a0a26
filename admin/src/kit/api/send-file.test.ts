/** Tests how files are sent: images in a form, attachments to a presigned URL (spec §7, Uploads). */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { typeOfMedia } from '#contract/kernel/upload.ts';
import { fakeBrowser, fakeServer, tokenOf } from '../testing/fake-browser.ts';

interface Request {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: FormData | File;
}

/** Fake XMLHttpRequest that reports progress at half and all of the bytes; returns the recorded requests. */
function fakeRequests(answer: (sent: Request) => { status: number; text: string }): Request[] {
  const sent: Request[] = [];
  class FakeRequest extends EventTarget {
    readonly upload = new EventTarget();
    readonly sent = { headers: {} } as Request;
    status = 0;
    responseText = '';
    open(method: string, url: string) {
      Object.assign(this.sent, { method, url });
    }
    setRequestHeader(name: string, value: string) {
      this.sent.headers[name] = value;
    }
    send(body: FormData | File) {
      this.sent.body = body;
      sent.push(this.sent);
      for (const loaded of [50, 100]) this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded }));
      const { status, text } = answer(this.sent);
      Object.assign(this, { status, responseText: text });
      this.dispatchEvent(new Event('load'));
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  return sent;
}

const file = (name: string, type: string) => new File([new Uint8Array(100)], name, { type });
let reported: number[];
const sending = {
  prefix: 'course',
  report: (bytes: number) => reported.push(bytes),
  signal: new AbortController().signal,
};

/** Loads the module with a signed-in session. */
async function load() {
  const { beginSession } = await import('./session.ts');
  beginSession({ access: tokenOf('ratna'), refresh: 'r' }, 'admin');
  return await import('./send-file.ts');
}

beforeEach(() => {
  reported = [];
  fakeBrowser();
});
afterEach(() => vi.unstubAllGlobals());

test('an image is sent with its prefix, tenant and bearer token, and reports progress', async () => {
  const sent = fakeRequests(() => ({ status: 200, text: JSON.stringify({ file: { url: '/files/a.png' } }) }));
  const { sendFile } = await load();
  expect(await sendFile(file('a.png', 'image/png'), typeOfMedia('image/png')!, sending)).toBe('/files/a.png');
  expect(sent).toMatchObject([
    {
      method: 'POST',
      url: '/api/admin/upload-image/',
      headers: { 'x-tenant': 'cyber', authorization: `Bearer ${tokenOf('ratna')}` },
    },
  ]);
  const form = sent[0]?.body as FormData;
  expect([form.get('prefix'), (form.get('image') as File).name]).toEqual(['course', 'a.png']);
  expect(reported).toEqual([50, 100]);
});

test('an attachment is put to its presigned URL with its type and public-read, and its saved URL has no query', async () => {
  const url = 'https://bucket.test/coding/a.pdf?X-Amz-Signature=abc&x=1';
  const calls = fakeServer(({ url: called }) =>
    called.includes('/presigned/') ? { json: { url, uploadId: '7' } } : { json: { file: { url: 'x' } } },
  );
  const sent = fakeRequests(() => ({ status: 200, text: '' }));
  const { sendFile } = await load();
  const saved = await sendFile(file('a.pdf', 'application/pdf'), typeOfMedia('application/pdf')!, sending);
  expect(saved).toBe('https://bucket.test/coding/a.pdf');
  expect(calls[0]).toMatchObject({
    method: 'POST',
    url: '/api/admin/upload/presigned/',
    body: { filename: 'a.pdf', contentType: 'application/pdf', prefix: 'course' },
  });
  expect(sent).toMatchObject([
    { method: 'PUT', url, headers: { 'content-type': 'application/pdf', 'x-amz-acl': 'public-read' } },
  ]);
  expect(sent[0]?.body).toBeInstanceOf(File);
  expect(reported).toEqual([50, 100]);
});

test('a refusal by the store fails with the message of the store', async () => {
  fakeServer(() => ({ json: { url: 'https://bucket.test/a?x', uploadId: '7' } }));
  fakeRequests(() => ({ status: 403, text: JSON.stringify({ message: 'The address ran out' }) }));
  const { sendFile } = await load();
  await expect(
    sendFile(file('a.pdf', 'application/pdf'), typeOfMedia('application/pdf')!, sending),
  ).rejects.toMatchObject({ status: 403, message: 'The address ran out' });
});
