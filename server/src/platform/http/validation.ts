/** Validation of params, query and body by the contract's schemas; an error lists all invalid fields. */
import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { fieldAt } from '#contract/kernel/draft.ts';
import { needsFieldName } from '#contract/kernel/validation-messages.ts';
import { HttpError } from '../errors.ts';

const asField = (issue: z.core.$ZodIssue) => ({ path: issue.path.join('.'), message: issue.message });

const valueAt = (data: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce((at, key) => (at as Record<PropertyKey, unknown> | null | undefined)?.[key], data);

/**
 * Replaces the generic issue of a union by the issues of its most likely branch: the first that only complains about
 * values that were sent.
 */
const flatten = (issues: readonly z.core.$ZodIssue[], data: unknown): z.core.$ZodIssue[] =>
  issues.flatMap((issue) => {
    if (issue.code !== 'invalid_union' || issue.message !== 'Invalid input') return [issue];
    const at = valueAt(data, issue.path);
    const isLikely = (branch: z.core.$ZodIssue[]) => branch.every(({ path }) => valueAt(at, path) !== undefined);
    const branch = issue.errors.find(isLikely) ?? issue.errors[0];
    if (!branch?.length) return [issue];
    return flatten(branch, at).map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
  });

/** 400 whose message names the first invalid field by its label; `errors` has the messages of all fields. */
function validationError(schema: z.ZodType, { issues }: z.ZodError, data: unknown): HttpError {
  const errors = flatten(issues, data).map(asField);
  const [first] = errors;
  const label = first && fieldAt(schema, first.path)?.label;
  const message = first?.message ?? 'Not valid';
  const name = label ?? (needsFieldName(message) ? (first?.path ?? '') || 'The whole' : undefined);
  return new HttpError(400, name ? `${name}: ${message}` : message, { errors });
}

const refuse = () => {
  throw new Error('Schemas are compiled by our own compilers');
};

/** Option `schemaController`, which keeps Fastify from loading its default compilers of several MB. */
export const noCompilers = { compilersFactory: { buildValidator: refuse, buildSerializer: refuse } };

/** Compiler of Fastify's validators from the contract's schemas; a fault is a 400. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> =
  ({ schema, httpPart }) =>
  (raw) => {
    // Fastify passes null for an absent body.
    const data: unknown = httpPart === 'body' ? (raw ?? undefined) : raw;
    const result = schema.safeParse(data);
    return result.success ? { value: result.data } : { error: validationError(schema, result.error, data) };
  };

/** Validates a value that a handler composed; throws the same 400. */
export function validated<S extends z.ZodType>(schema: S, data: unknown): z.output<S> {
  const result = schema.safeParse(data);
  if (!result.success) throw validationError(schema, result.error, data);
  return result.data;
}
