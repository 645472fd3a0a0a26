/** Tests which codes of an authenticator app are accepted, by the clock (RFC 6238). */
import { expect, test } from 'vitest';
import { stepOfCode } from './totp.ts';

/** Secret of the RFC's test vectors, "12345678901234567890" in Base32; their codes end with these six digits. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '287082', 1],
  [1_111_111_109, '081804', 37_037_036],
  [1_111_111_111, '050471', 37_037_037],
  [1_234_567_890, '005924', 41_152_263],
  [2_000_000_000, '279037', 66_666_666],
])('at %i seconds, the code %s is that of step %i', async (epoch, code, step) => {
  expect(await stepOfCode(secret, code, { epoch })).toBe(step);
  expect(await stepOfCode(secret, ` ${code.slice(0, 3)} ${code.slice(3)} `, { epoch })).toBe(step);
});

test.each([
  [-31, undefined],
  [-30, 41_152_263],
  [0, 41_152_263],
  [29, 41_152_263],
  [59, 41_152_263],
  [60, undefined],
])('%i seconds after its step began, a code has the step %s', async (later, step) => {
  expect(await stepOfCode(secret, '005924', { epoch: 41_152_263 * 30 + later })).toBe(step);
});

test('a code is refused when it or a later one was accepted', async () => {
  const epoch = 1_234_567_890;
  expect(await stepOfCode(secret, '005924', { epoch, afterTimeStep: 41_152_262 })).toBe(41_152_263);
  expect(await stepOfCode(secret, '005924', { epoch, afterTimeStep: 41_152_263 })).toBeUndefined();
  expect(await stepOfCode(secret, '005924', { epoch, afterTimeStep: 41_152_264 })).toBeUndefined();
});

test.each(['', '00592', '0059240', '00592x', '-05924', '٠٠٥٩٢٤'])('"%s" is no code', async (code) => {
  expect(await stepOfCode(secret, code, { epoch: 1_234_567_890 })).toBeUndefined();
});
