/**
 * Chromium page without a network listener. With one, as Playwright always has, Chromium keeps every response in the
 * page's memory (80 MB in an export of 100,000 documents).
 */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, CDPSession } from '@playwright/test';

interface Answer {
  id: number;
  result?: { result: { value: unknown }; exceptionDetails?: { text: string } };
}

export interface UnwatchedPage {
  /** Value of an expression in the page, as JSON, with a user gesture; undefined during navigation. */
  evaluate<Value>(expression: string): Promise<Value | undefined>;
  /** Path of the next download, when it is complete. */
  downloaded(): Promise<string>;
}

/** Opens a URL in a context that Playwright does not control, with these cookies. */
export async function openUnwatched(
  browser: Browser,
  url: string,
  cookies: { name: string; value: string }[],
): Promise<UnwatchedPage> {
  const session = await browser.newBrowserCDPSession();
  const { browserContextId } = await session.send('Target.createBrowserContext');
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const downloads = { behavior: 'allowAndName', downloadPath: folder, eventsEnabled: true } as const;
  await session.send('Browser.setDownloadBehavior', { ...downloads, browserContextId });
  await session.send('Storage.setCookies', { browserContextId, cookies: cookies.map((one) => ({ ...one, url })) });
  const size = { width: 1440, height: 900 };
  const { targetId } = await session.send('Target.createTarget', { url, browserContextId, ...size });
  // Playwright does not forward events of targets attached under their own session.
  const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
  return { evaluate: evaluatorOf(session, sessionId), downloaded: () => nextDownload(session, folder) };
}

function evaluatorOf(session: CDPSession, sessionId: string): UnwatchedPage['evaluate'] {
  const pending = new Map<number, (answer: Answer) => void>();
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const answer = JSON.parse(message) as Answer;
    pending.get(answer.id)?.(answer);
    pending.delete(answer.id);
  });
  let id = 0;
  return async <Value>(expression: string) => {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    pending.set((id += 1), resolve);
    const params = { expression, returnByValue: true, userGesture: true };
    const message = JSON.stringify({ id, method: 'Runtime.evaluate', params });
    await session.send('Target.sendMessageToTarget', { sessionId, message });
    const { result } = await promise;
    if (result?.exceptionDetails) throw new Error(`${expression}: ${result.exceptionDetails.text}`);
    return result?.result.value as Value | undefined;
  };
}

const nextDownload = (session: CDPSession, folder: string): Promise<string> =>
  new Promise((resolve, reject) => {
    session.on('Browser.downloadProgress', ({ state, guid }) => {
      if (state === 'completed') resolve(join(folder, guid));
      if (state === 'canceled') reject(new Error('The download was cancelled'));
    });
  });
