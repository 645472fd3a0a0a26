/** What a page asked when it was last open here is asked again at once, while its code still loads. */
import { fill, hollow, hollowPage } from './hollow.ts';
import { accessToken, role } from './session.ts';
import { tenant } from './tenant.ts';

const storageKey = 'asked';
/** What follows later is not what the page waits for. */
const learningMs = 2500;
const mostPages = 60;
const mostAsked = 8;

/** The page that was opened, and under what it is kept; undefined once it is no longer waited for. */
let opened: { page: URL; key: string } | undefined;
const ahead = new Map<string, { token: string; response: Promise<Response> }>();
const asked = new Set<string>();
let learning: ReturnType<typeof setTimeout> | undefined;

const isOurs = (address: unknown): address is string => typeof address === 'string' && address.startsWith('/api/');

/** By page, what it asks; both without anybody's values. What else is kept there is not ours, or another version's. */
function readLearned(): Record<string, readonly string[]> {
  try {
    const kept = Object.entries(JSON.parse(localStorage.getItem(storageKey) ?? '{}') ?? {});
    const listed = kept.filter((page): page is [string, unknown[]] => Array.isArray(page[1]));
    return Object.fromEntries(listed.map(([page, asked]) => [page, asked.filter(isOurs).slice(0, mostAsked)]));
  } catch {
    return {};
  }
}

export function askAhead(): void {
  const page = new URL(location.href);
  // Somebody of another role may be refused what this one asks.
  const key = `${role()} ${hollowPage(page)}`;
  opened = { page, key };
  const token = accessToken();
  // Whatever comes must wait for a new one.
  if (!token) return;
  const headers = { 'X-Tenant': tenant, Authorization: `Bearer ${token}` };
  for (const kept of readLearned()[key] ?? []) {
    const address = fill(kept, page);
    const response = fetch(address, { headers, credentials: 'include' });
    // Whoever takes it hears of a failure.
    response.catch(() => undefined);
    ahead.set(address, { token, response });
  }
}

/** The answer to what was asked ahead with this token, once; undefined where there is none. */
export function answerAhead(address: string, token: string | undefined): Promise<Response> | undefined {
  if (!opened) return undefined;
  learning ??= setTimeout(endLearning, learningMs);
  asked.add(address);
  const found = ahead.get(address);
  ahead.delete(address);
  return found?.token === token ? found?.response : undefined;
}

/** What is written may change what was asked for. */
export const dropAhead = (): void => ahead.clear();

function endLearning(): void {
  const { page, key } = opened!;
  opened = undefined;
  ahead.clear();
  if (location.href !== page.href) return;
  // The next page, which is fetched ahead, differs from the one that is shown by its number alone.
  const whichever = (address: string) => address.replace(/\bpage=\d+/, '');
  const first = Object.values(Object.groupBy(asked, whichever)).flatMap((alike) => alike?.slice(0, 1) ?? []);
  const kept = first.map((address) => hollow(address, page)).filter((address) => address !== undefined);
  const { [key]: _, ...others } = readLearned();
  const pages = [...Object.entries(others), [key, kept.slice(0, mostAsked)] as const].slice(-mostPages);
  localStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(pages)));
}
