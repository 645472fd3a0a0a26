/** How often one address may call what needs no sign-in; counted in the memory of each process. */
import type { FastifyRequest } from 'fastify';
import { HttpError } from '../errors.ts';
import { originOf } from '../session/address.ts';

const minuteMs = 60_000;
/** Addresses that are remembered at a time. */
const mostAddresses = 10_000;

/** Counts a call, and refuses it with 429 and Retry-After when there were more than `most` within a minute. */
export function perMinute(most: number, now: () => number = Date.now): (request: FastifyRequest) => void {
  let calls = new Map<string, number>();
  let began = now();
  return (request) => {
    const passed = now() - began;
    if (passed >= minuteMs || calls.size >= mostAddresses) {
      calls = new Map();
      began = now();
    }
    const { address } = originOf(request);
    const count = (calls.get(address) ?? 0) + 1;
    calls.set(address, count);
    if (count > most)
      throw new HttpError(429, 'Too many calls; please wait a minute and try again', {
        retryAfter: Math.max(1, Math.ceil((minuteMs - passed) / 1000)),
      });
  };
}
