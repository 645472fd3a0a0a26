/** Constants shared by the run's setup, the test files and the servers they start. */
export const template = 'lectern_template';
export const testJwtSecret = 'a secret for tests alone, and long enough';
