/** What the run's set-up, the test files and the servers that they start agree on. */
export const template = 'lectern_template';
export const testJwtSecret = 'a secret for tests alone, and long enough';
