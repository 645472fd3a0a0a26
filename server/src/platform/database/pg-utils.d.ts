/** What pg shares with its own cursor and says nothing about in its types: how a value becomes a parameter's text. */
declare module 'pg/lib/utils.js' {
  const utils: { prepareValue(this: void, value: unknown): string | Buffer | null };
  export default utils;
}
