/** File of exported people: headings that an import recognises, one row per person. */
import { peopleExport } from '#contract/exports/endpoints.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { roleNames } from '#contract/user/account.ts';
import { accountStates } from '#contract/user/filter.ts';
import { call } from '#kit/api/call.ts';
import { displayPhone } from '#kit/format/formats.ts';
import type { Sheet } from '#kit/spreadsheet/sheet-file.ts';
import { type ExportWork, momentText, rowsFile } from '../../services/exports/rows-file.ts';

type Person = Reply<typeof peopleExport.read>['rows'][number];

const peopleSheet = {
  sheet: 'People',
  columns: [
    { header: 'Name', width: 26, value: ({ name }) => name },
    { header: 'E-mail', width: 32, value: ({ email }) => email },
    { header: 'Phone', width: 18, value: ({ phoneNumber }) => displayPhone(phoneNumber) },
    { header: 'Institution', width: 26, value: ({ uoc }) => uoc },
    { header: 'Job', width: 20, value: ({ job }) => job },
    { header: 'Location', width: 20, value: ({ location }) => location },
    { header: 'External id', width: 16, value: ({ externalId }) => externalId ?? '' },
    { header: 'Role', width: 18, value: ({ role }) => roleNames[role] },
    {
      header: 'Account',
      width: 14,
      value: ({ status }) => (status === 1 ? accountStates.active : accountStates.deactivated),
    },
    { header: 'Tags', width: 30, value: ({ tags }) => tags.map(({ name }) => name).join('; ') },
    { header: 'Courses', width: 10, value: ({ totalCourses }) => totalCourses },
    { header: 'Joined (WIB)', width: 17, value: ({ joinedAt }) => momentText(joinedAt) },
    { header: 'Last sign-in (WIB)', width: 18, value: ({ lastLoginAt }) => momentText(lastLoginAt) },
  ],
} satisfies Omit<Sheet<Person>, 'file'>;

export const peopleFile = (
  begun: Reply<typeof peopleExport.begin>,
  format: 'xlsx' | 'csv',
  work: ExportWork,
): Promise<File> =>
  rowsFile(begun, (input, options) => call(peopleExport.read, input, options), peopleSheet, work, format);
