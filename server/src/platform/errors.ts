/** Errors with an HTTP status: thrown anywhere below a handler, sent in the error shape (domain.md, Errors). */
import type { Problem } from '#contract/kernel/fields.ts';

type Extra = Pick<Problem, 'errors' | 'conflict' | 'reason' | 'secondStep'> & { retryAfter?: number };

export class HttpError extends Error {
  override name = 'HttpError';
  readonly statusCode: number;
  readonly extra: Extra;

  /** `message` is shown to users; `retryAfter` is in seconds. */
  constructor(statusCode: number, message: string, extra: Extra = {}) {
    super(message);
    this.statusCode = statusCode;
    this.extra = extra;
  }
}

/** 400; `path` is the field at fault, such as `events.0.endAt`. */
export const badRequest = (message: string, path?: string) =>
  new HttpError(400, message, path === undefined ? {} : { errors: [{ path, message }] });
/** 404; `thing` is the noun of the record. */
export const notFound = (thing: string) => new HttpError(404, `This ${thing} does not exist`);
/** 409; `path` is the field at fault. */
export const conflict = (message: string, path?: string) =>
  new HttpError(409, message, path === undefined ? {} : { errors: [{ path, message }] });
