/** Settings of the shop from the environment. */

/** @throws Error if the variable is not set */
function setting(name: string, fallback?: string): string {
  const value = process.env[name] ?? fallback;
  if (value === undefined) throw new Error(`Set ${name}; README.md says to what.`);
  return value;
}

export const settings = {
  /** Address of Lectern. */
  url: setting('LECTERN_URL', 'http://127.0.0.1:4000'),
  brand: setting('LECTERN_BRAND', 'coding'),
  key: setting('LECTERN_KEY'),
  webhookSecret: setting('LECTERN_WEBHOOK_SECRET'),
  port: Number(setting('PORT', '4100')),
};
