/** Comparison of signatures that takes the same time wherever they differ. */
import { timingSafeEqual } from 'node:crypto';

export function isSame(actual: string, expected: string): boolean {
  const [one, other] = [Buffer.from(actual), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
