/** Rate limit per address for calls without sign-in; counted in the memory of each process. */
import type { FastifyRequest } from 'fastify';
import { HttpError } from '../errors.ts';
import { originOf } from '../session/address.ts';

const minuteMs = 60_000;
/** Upper limit of remembered addresses. */
const maxAddresses = 10_000;

/** Returns a function that counts a call; 429 with Retry-After beyond `max` calls per minute. */
export function perMinute(max: number, now: () => number = Date.now): (request: FastifyRequest) => void {
  let calls = new Map<string, number>();
  let began = now();
  return (request) => {
    const passed = now() - began;
    if (passed >= minuteMs || calls.size >= maxAddresses) {
      calls = new Map();
      began = now();
    }
    const { address } = originOf(request);
    const count = (calls.get(address) ?? 0) + 1;
    calls.set(address, count);
    if (count > max)
      throw new HttpError(429, 'Too many calls; please wait a minute and try again', {
        retryAfter: Math.max(1, Math.ceil((minuteMs - passed) / 1000)),
      });
  };
}
