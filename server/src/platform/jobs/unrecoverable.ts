/** Error of a job that retries cannot help; the message is shown to users. */
export class Unrecoverable extends Error {
  override name = 'Unrecoverable';
}
