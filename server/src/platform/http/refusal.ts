/** The one way to say no: thrown anywhere below a handler, answered in the error shape (domain.md, Errors). */
import type { Failure } from '#contract/fields.ts';

type Extra = Pick<Failure, 'errors' | 'conflict'> & { retryAfter?: number };

export class Refusal extends Error {
  override name = 'Refusal';
  readonly statusCode: number;
  readonly extra: Extra;

  /** `message` is what a person reads; `retryAfter` is in seconds. */
  constructor(statusCode: number, message: string, extra: Extra = {}) {
    super(message);
    this.statusCode = statusCode;
    this.extra = extra;
  }
}

export const badInput = (message: string, path?: string) =>
  new Refusal(400, message, path === undefined ? {} : { errors: [{ path, message }] });
export const notFound = (thing: string) => new Refusal(404, `This ${thing} does not exist`);
export const conflicting = (message: string, path?: string) =>
  new Refusal(409, message, path === undefined ? {} : { errors: [{ path, message }] });
