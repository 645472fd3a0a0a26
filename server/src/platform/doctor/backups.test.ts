/** Tests what the doctor says about the age of backups and of the archive. */
import { expect, it } from 'vitest';
import { examineBackups } from './backups.ts';

const hour = 3_600;
const states = (ages: Parameters<typeof examineBackups>[0]) =>
  examineBackups(ages).map(({ about, state, text }) => `${about} ${state}: ${text}`);

it.each([
  ['none', [], ['Backup warning: none was made here']],
  ['one of last night', [{ kind: 'backup', seconds: 9 * hour }], ['Backup ok: made 9.0 hours ago']],
  ['an old one', [{ kind: 'backup', seconds: 27 * hour }], ['Backup warning: made 27.0 hours ago']],
  [
    'an archive that goes on, after an old backup',
    [
      { kind: 'backup', seconds: 99 * hour },
      { kind: 'archive', seconds: 60 },
    ],
    ['Backup ok: WAL archived 0.0 hours ago'],
  ],
  [
    'an archive that stands, beside a backup of last night',
    [
      { kind: 'backup', seconds: 9 * hour },
      { kind: 'archive', seconds: 10 * hour },
    ],
    ['Backup ok: made 9.0 hours ago', 'Archive warning: no WAL archived for 10.0 hours'],
  ],
] as const)('with %s', (_, ages, expected) => {
  expect(states(ages)).toEqual(expected);
});
