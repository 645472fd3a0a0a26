/** Repeats the requests that a page sent on its last visit while its code is still loading. */
import { listSize } from '#contract/page-size.ts';
import { fillUrlTemplate, toUrlTemplate, pageTemplate } from './url-template.ts';
import { accessToken, isSignedIn, role } from './session.ts';
import { tenant } from './tenant.ts';

const storageKey = 'asked';
/** Requests sent later than this are not part of the page's initial load. */
const recordingMs = 2500;
const maxPages = 60;
const maxRequests = 8;

/** Page being opened and its storage key; undefined once recording has ended. */
let opened: { page: URL; key: string } | undefined;
const responses = new Map<string, { token: string; response: Promise<Response> }>();
const requested = new Set<string>();
let recordingTimer: ReturnType<typeof setTimeout> | undefined;

const isApiPath = (address: unknown): address is string => typeof address === 'string' && address.startsWith('/api/');

/** Request templates by page template. Entries of another shape (another version of the app) are ignored. */
function readStored(): Record<string, readonly string[]> {
  try {
    const stored = Object.entries(JSON.parse(localStorage.getItem(storageKey) ?? '{}') ?? {});
    const valid = stored.filter((page): page is [string, unknown[]] => Array.isArray(page[1]));
    return Object.fromEntries(
      valid.map(([page, requested]) => [page, requested.filter(isApiPath).slice(0, maxRequests)]),
    );
  } catch {
    return {};
  }
}

/**
 * Request of a list's rows on the first visit, which the build writes into the page (build/preload.ts), with the page
 * size as a multiple of the setting. Filters of the address are for the page's code.
 */
function firstRows({ search }: URL): string[] {
  const address = document.querySelector<HTMLMetaElement>('meta[name="rows"]')?.content;
  if (!address || search) return [];
  return [address.replace(/(\d+)\*/, (_, factor) => String(listSize(Number(factor))()))];
}

/** Reads the body while the page's code is still loading; later the main thread is busy. */
const withBody = async (response: Response) =>
  response.ok ? new Response(await response.arrayBuffer(), response) : response;

/**
 * Sends the requests of this page's last visit, or for its first rows, before the app has loaded. Nothing without an
 * access token, or when signed out.
 */
export function sendEarlyRequests(): void {
  const page = new URL(location.href);
  // The role is part of the key: another role may be refused the same requests.
  const key = `${role()} ${pageTemplate(page)}`;
  opened = { page, key };
  const token = accessToken();
  // Without a token, requests have to wait for a renewal anyway.
  if (!token || !isSignedIn()) return;
  const headers = { 'X-Tenant': tenant, Authorization: `Bearer ${token}` };
  for (const template of readStored()[key] ?? firstRows(page)) {
    const address = fillUrlTemplate(template, page);
    const response = fetch(address, { headers, credentials: 'include' }).then(withBody);
    // Avoids an unhandled rejection; the consumer of the response handles the error.
    response.catch(() => undefined);
    responses.set(address, { token, response });
  }
}

/**
 * Takes the response of a request sent early with the same token; undefined if there is none. Until the recording ends,
 * also records the request for the next visit.
 */
export function takeEarlyResponse(address: string, token: string | undefined): Promise<Response> | undefined {
  if (!opened) return undefined;
  recordingTimer ??= setTimeout(endRecording, recordingMs);
  requested.add(address);
  const entry = responses.get(address);
  responses.delete(address);
  return entry?.token === token ? entry?.response : undefined;
}

/** Whether responses to early requests wait to be used. */
export const hasEarlyResponses = (): boolean => responses.size > 0;

/** Discards unused early responses; a change may have made them stale. */
export const dropEarlyResponses = (): void => responses.clear();

function endRecording(): void {
  const { page, key } = opened!;
  opened = undefined;
  responses.clear();
  if (location.href !== page.href) return;
  // The next page of a list is prefetched; its request differs only in the page number.
  const withoutPage = (address: string) => address.replace(/\bpage=\d+/, '');
  const distinct = Object.values(Object.groupBy(requested, withoutPage)).flatMap((group) => group?.slice(0, 1) ?? []);
  const templates = distinct.map((address) => toUrlTemplate(address, page)).filter((address) => address !== undefined);
  const { [key]: _, ...others } = readStored();
  const pages = [...Object.entries(others), [key, templates.slice(0, maxRequests)] as const].slice(-maxPages);
  localStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(pages)));
}
