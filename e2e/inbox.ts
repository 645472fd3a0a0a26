/** Mailboxes of the browser tests: the server of the tests keeps mails to `@inbox.test` in a folder, and tests read the links. */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Received } from '../server/src/platform/testing/smtp.ts';

export const inboxDomain = '@inbox.test';

const folder = join(tmpdir(), 'lectern-e2e-inbox');

export function keepMail({ to, text }: Received): void {
  mkdirSync(folder, { recursive: true });
  for (const address of to.filter((one) => one.endsWith(inboxDomain))) appendFileSync(join(folder, address), text);
}

/** Mails to an address, the latest last. */
export function mailsTo(address: string): string {
  const file = join(folder, address);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** Path of the link in the latest mail to an address, once one differs from `before`. */
export async function linkTo(
  address: string,
  before = '',
  pattern = /.*(\/password\/reset\?token=[\w-]{43})/s,
): Promise<string> {
  const link = () => pattern.exec(mailsTo(address))?.[1] ?? '';
  await expect.poll(() => link() !== '' && link() !== before, { timeout: 30_000 }).toBe(true);
  return link();
}
