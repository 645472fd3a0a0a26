/** What the run's set-up and the test files agree on. */
export const template = 'lectern_template';
export const testPassword = 'a password for tests alone';
