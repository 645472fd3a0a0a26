/** Default validation messages for schemas without their own, in place of the library's. */
import { z } from 'zod';

const expected: Partial<Record<string, string>> = {
  string: 'Must be a text',
  number: 'Must be a number',
  int: 'Must be a whole number',
  boolean: 'Must be true or false',
  array: 'Must be a list',
  object: 'Must be an object',
  record: 'Must be an object',
};
const units: Partial<Record<string, string>> = { string: ' characters', array: ' of them' };
// Formats are created when they are needed, since the first ones take 8 MB in the server.
const either = (values: readonly string[]) => new Intl.ListFormat('en', { type: 'disjunction' }).format(values);
const wasLeftOut = (input: unknown) => input === undefined || input === null || input === '';

/** Undefined: use the library's message. */
function validationMessage(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'Missing' : expected[issue.expected];
    case 'invalid_value':
      return wasLeftOut(issue.input) ? 'Choose one' : `Must be ${either(issue.values.map(String))}`;
    case 'unrecognized_keys':
      return `Not known here: ${issue.keys.join(', ')}`;
    case 'too_small':
    case 'too_big': {
      const limit = String(issue.code === 'too_big' ? issue.maximum : issue.minimum);
      return `${issue.code === 'too_big' ? 'At most' : 'At least'} ${limit}${units[issue.origin] ?? ''}`;
    }
    default:
      return undefined;
  }
}
z.config({ customError: validationMessage });

/** Whether a message needs its field's name in front to be understood. */
export const needsFieldName = (message: string): boolean => /^(Missing|Must be|Choose one|At )/.test(message);
