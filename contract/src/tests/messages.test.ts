/** Tests that the texts of specification §8 are messages of the contract's endpoints, verbatim, and filling them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeCodes, removeUnusedCodes } from '../voucher/codes.ts';
import { takingMessages } from '../kernel/take-over-endpoints.ts';
import { fillMessage } from '../kernel/endpoint.ts';
import { contractModules } from '../operations.ts';

/** Texts of `messages` objects anywhere in the contract's exports. */
async function texts(): Promise<Set<string>> {
  const collected = new Set<string>();
  const seen = new Set<unknown>();
  const walk = (value: unknown, isMessages: boolean, depth: number): void => {
    if (typeof value === 'string' && isMessages) collected.add(value);
    if (typeof value !== 'object' || value === null || seen.has(value) || depth > 8) return;
    seen.add(value);
    for (const [key, part] of Object.entries(value)) walk(part, isMessages || /messages/i.test(key), depth + 1);
  };
  for (const [, exported] of await contractModules()) walk(exported, false, 0);
  return collected;
}

const catalogue: Record<string, readonly string[]> = {
  'course and section': [
    'Course section created successfully',
    'Failed to create course section',
    'Course section deleted successfully',
    'Failed to delete course section',
    'Successfully Update Course',
    'Failed to update data, please try again',
  ],
  discount: [
    'Discount created successfully',
    'Failed to create discount',
    'Discount deleted successfully',
    'Failed to delete discount',
    'Discount updated successfully',
    'Assigned {changed} Courses from Discount',
    'Assigned {changed} Paths from Discount',
    'Unassigned {changed} Courses from Discount',
    'Unassigned {changed} Paths from Discount',
    'Fail to assign course to discount',
    'Fail to unassign course from discount',
    'Fail to assign path to discount',
    'Fail to unassign path from discount',
    'Unassigned All Products from Discount',
    'Fail to unassign all products from discount',
    'Fail to toggle discount status on {id}',
  ],
  'fast-track': [
    'Successfully Created New Fast Track Course!',
    'Failed to create new course!',
    'Successfully Duplicated Fast Track Course!',
    'Failed to duplicate course!',
    'Successfully Deleted Fast Track Course!',
    'Failed to delete course!',
    'Successfully Updated Fast Track Course!',
    'Failed to update course!',
    'User assigned successfully',
    'User unassigned',
    'Gmeet url created successfully',
    'Schedules sent successfully',
    'Failed to send schedules',
  ],
  lesson: [
    'Create Lesson Success',
    'Fail to Create New Lesson',
    'Update Lesson Success',
    'Successfully Created Final Project',
    'Fail to Create Final Project',
    'Update Final Project Success',
    'Fail to Update Final Project',
    'Successfully Updated Member Attendance!',
    'Fail to Update Member Attendance, Member Attendance hanya dapat diupdate 1x',
    'Successfully Uploaded Lesson Documentation!',
    'Fail to Upload Lesson Documentation',
    'Successfully Deleted Lesson Documentation!',
    'Fail to Delete Lesson Documentation',
  ],
  upload: ['Upload Image Fail, Failed to get presigned URL!'],
  path: [
    'Path created successfully',
    'Path updated successfully',
    'Path deleted successfully',
    '{changed} Courses assigned successfully',
    '{changed} Courses unassigned',
    'Assigned course reordered successfully',
    'Final Quiz created successfully',
    'Final Project created successfully',
    'Final Project updated successfully',
    'Final Proj/Quiz deleted successfully',
    'Failed to create path',
    'Failed to delete path',
    'Failed to reorder assigned course, please refresh the page and try again',
    'Failed to create final quiz',
    'Failed to create final project',
    'Failed to update final project',
    // For a quiz, the app shows 'Failed to delete final quiz' (e2e/path-texts.system.spec.ts).
    'Failed to delete final project',
  ],
  'quiz and question': [
    'Successfully Added Question',
    'Successfully Updated Question',
    'Sucessfully Create New Quiz',
    'Successfully Updated Quiz Data!',
    'Successfully Deleted Quiz',
    'Fail to Add New Question',
    'Failed to Update Question',
    'Failed to Create Quiz',
    'Fail to Update Quiz Data',
    'Fail to Delete Quiz',
  ],
  user: ['Course successfully assigned', 'Failed to assign course', 'Nama berhasil diubah', 'Password berhasil diubah'],
  voucher: [
    'Voucher berhasil disimpan',
    'Voucher created successfully',
    'Voucher deleted successfully',
    'Courses, Paths and Subs assigned to voucher successfully',
    'Products unassigned from voucher successfully',
    'Failed to create new voucher',
    'Failed to delete voucher',
    'Fail to toggle voucher status',
    'Failed to get voucher courses, paths, subs or assigned voucher products',
    'Failed to assign or unassign to voucher',
  ],
  order: ['Updated Order Status', 'Fail to Update Order Status'],
  subscription: [
    'Failed to fetch subscribers',
    'Failed to fetch subscription event vouchers',
    'Failed to redeem subscription event voucher',
    'Failed to fetch subscriber user profile',
  ],
};

test.each(Object.entries(catalogue))('has every text of the specification: %s', async (_, expected) => {
  const actual = await texts();
  expect(expected.filter((text) => !actual.has(text))).toEqual([]);
});

test('docs/spec-coverage.md has a row for every text of the specification', () => {
  const table = readFileSync(join(import.meta.dirname, '../../../docs/spec-coverage.md'), 'utf8');
  const rows = table.split('\n').map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, 3)
      .join(' ')
      .replaceAll('\\|', '|'),
  );
  const expected = Object.values(catalogue).flat();
  expect(expected.filter((text) => !rows.some((row) => row.includes(text)))).toEqual([]);
});

test.each([
  [makeCodes.messages?.ok, '1 code made', '1.250 codes made'],
  [removeUnusedCodes.messages?.ok, '1 unused code deleted', '1.250 unused codes deleted'],
  [takingMessages('course').takeOver.ok, 'Took 1 course out of', 'Took 1.250 courses out of'],
  [takingMessages('course').plan.ok, '1 course leaves the', '1.250 courses leave the'],
  [takingMessages('course').keep.ok, '1 course stays in', '1.250 courses stay in'],
  ['{changed} Courses unassigned', '1 Courses unassigned', '1250 Courses unassigned'],
  ['{other thing|things}', '{other thing|things}', '{other thing|things}'],
])('the message %j is filled with one and with many', (message = '', one, many) => {
  expect([1, 1250].map((changed) => fillMessage(message, { changed }))).toEqual([
    expect.stringContaining(one),
    expect.stringContaining(many),
  ]);
});
