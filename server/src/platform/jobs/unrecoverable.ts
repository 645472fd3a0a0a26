/** Thrown by a job that cannot succeed however often it is tried; the message is what people read. */
export class Unrecoverable extends Error {
  override name = 'Unrecoverable';
}
