/** Validates params, query and body with the contract's schemas; a refusal lists every wrong field at once. */
import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { Refusal } from './refusal.ts';

const asField = (issue: z.core.$ZodIssue) => ({ path: issue.path.join('.'), message: issue.message });

/** A union's own message says nothing; the issues of its first branch do. */
const flatten = (issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] =>
  issues.flatMap((issue) => (issue.code === 'invalid_union' && issue.errors[0]?.length && issue.message === 'Invalid input' ? flatten(issue.errors[0]) : [issue]));

export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema }) => (data) => {
  const result = schema.safeParse(data);
  if (result.success) return { value: result.data };
  const errors = flatten(result.error.issues).map(asField);
  const [first] = errors;
  const message = first ? (first.path ? `${first.path}: ${first.message}` : first.message) : 'Not valid';
  return { error: new Refusal(400, message, { errors }) };
};
