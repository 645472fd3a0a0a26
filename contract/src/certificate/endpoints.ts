/** Certificates of courses: issuing, revoking and public lookup (spec §2, §7; domain.md, Certificate). */
import { z } from 'zod';
import { certificateAlphabet, certificateLength, certificateRules } from './rules.ts';
import { choice } from '../kernel/draft.ts';
import { courseTypes } from '../course/rules.ts';
import { byIdOf, idOf, listQuery, listReply, flag, textOf, filter, whole } from '../kernel/fields.ts';
import { grades } from '../submission/grade.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { listSize } from '../kernel/page-size.ts';
import { withReverse, sorted } from '../kernel/sorts.ts';

/** Folder of the PDFs in the store. They can be withdrawn, so nobody may cache them. */
export const certificateFolder = 'certificate';

/** `pending`: the PDF is not made yet. */
export const certificateStatusNames = { pending: 'Pending', issued: 'Issued', revoked: 'Revoked' } as const;
export type CertificateStatus = keyof typeof certificateStatusNames;
const status = choice(certificateStatusNames);

const reading = { area: 'certificate', method: 'GET', roles: ['admin', 'instructor'] } as const;
const changing = { area: 'certificate', roles: ['admin'] } as const;
const ofCourse = byIdOf('course');
const ofCertificate = byIdOf('certificate');
const grade = z.enum(grades).nullable();

export const certificateRow = z.object({
  id: idOf('certificate'),
  /** Public code. */
  certificateId: z.string(),
  courseId: idOf('course'),
  /** Course name as printed. */
  courseName: z.string(),
  user: z.object({ id: idOf('user'), name: z.string() }),
  /** Member name as printed; `user.name` is the current name. */
  name: z.string(),
  /** Null, like `grade`, if the course has nothing scored. */
  score: z.int().nullable(),
  grade,
  totalHours: z.int(),
  completedAt: z.string(),
  issuedAt: z.string(),
  revokedAt: z.string().nullable(),
  /** URL of the PDF; null while it is made and after the certificate is revoked. */
  fileUrl: z.string().nullable(),
  status,
});

/** Lists the certificates of a course; searches name and code. */
export const listCertificates = endpoint({
  ...reading,
  url: '/admin/certificate/course/:id',
  scope: 'certificates:read',
  params: ofCourse,
  query: listQuery({ status: filter(status, 'Status'), sort: sorted(withReverse('-issuedAt', 'name')) }, listSize(2)),
  reply: listReply('certificates', certificateRow),
});

/**
 * Lists courses with certificates and their counts, by default those with the most ready members first. `ready`: members
 * who meet every rule and have no certificate, as counted at most some minutes ago.
 */
export const listCertificateCourses = endpoint({
  ...reading,
  url: '/admin/certificate/',
  scope: 'certificates:read',
  query: listQuery(
    {
      isReady: filter(flag, 'Ready'),
      type: filter(z.enum(courseTypes, 'A type is flexy or fast-track'), 'Type'),
      sort: sorted(withReverse('-ready', 'name')),
    },
    listSize(2),
  ),
  reply: listReply(
    'courses',
    z.object({
      id: idOf('course'),
      name: z.string(),
      thumbnail: z.string().nullable(),
      type: z.int(),
      endDate: z.string().nullable(),
      totalMembers: z.int(),
      ready: z.int(),
      issued: z.int(),
      pending: z.int(),
      revoked: z.int(),
    }),
  ),
});

const member = z.object({
  userId: idOf('user'),
  name: z.string(),
  score: z.int().nullable(),
  /** Rules the member does not meet; empty: eligible for the next issue. */
  failed: z.array(z.object({ rule: z.enum(certificateRules), reason: z.string() })),
});

/**
 * Lists members without a certificate by name, including those who have the course through a learning path. `ready`:
 * number that meet every rule.
 */
export const listCertificateMembers = endpoint({
  ...reading,
  url: '/admin/certificate/course/:id/members/',
  params: ofCourse,
  query: listQuery({ isReady: filter(flag, 'Rules') }, listSize(2)),
  reply: listReply('members', member).extend({
    course: z.object({ id: idOf('course'), name: z.string(), hasCertificate: z.boolean() }),
    ready: z.int(),
    notReady: z.int(),
  }),
});

/** Upper limit of certificates per call. */
export const maxIssued = 5000;

const messages = { ok: 'Certificates issued: {changed}', fail: 'Failed to issue certificates' } as const;
const issuing = { ...changing, method: 'POST', success: 201, creates: true, recordsBatch: true, messages } as const;

/**
 * Issues certificates to eligible members without one, at most {@link maxIssued} of them; 409 if there are none. A job
 * makes the PDFs; nobody gets a mail. For other systems; the screens use {@link issueToCourses}.
 */
export const issueCertificates = endpoint({
  ...issuing,
  url: '/admin/certificate/course/:id',
  params: ofCourse,
  reply: z.object({ changed: z.int() }),
});

/** Upper limit of courses per call. */
export const maxIssuedCourses = 100;
const courseIds = z
  .array(idOf('course'))
  .min(1, 'Choose at least one')
  .max(maxIssuedCourses, `At most ${maxIssuedCourses} at a time`);
/** Course with a number of certificates; `reason`: why there are none. */
const courseResult = z.object({
  courseId: idOf('course'),
  name: z.string(),
  certificates: z.int(),
  reason: z.string().nullable(),
});

/** Counts the certificates that {@link issueToCourses} would issue, by course, and stores the counts for lists. */
export const previewIssue = endpoint({
  ...changing,
  method: 'POST',
  url: '/admin/certificate/issue/preview/',
  body: z.object({ courseIds }),
  reply: z.object({ ready: z.int(), courses: z.array(courseResult) }),
});

/**
 * Issues the certificates of courses, in the order of their ids. 409 if not exactly `expected` members are ready, of
 * a single course at most {@link maxIssued} of them, or if more are ready in several courses. Courses without ready members are in the reply with the reason.
 */
export const issueToCourses = endpoint({
  ...issuing,
  url: '/admin/certificate/issue/',
  body: z.object({
    courseIds,
    expected: whole().min(1, 'No member is ready').max(maxIssued, `At most ${maxIssued} at a time`),
  }),
  reply: z.object({ changed: z.int(), courses: z.array(courseResult) }),
});

const one = z.object({ id: idOf('certificate'), certificateId: z.string(), status });

/** Revokes a certificate and withdraws its PDF; 409 if already revoked. */
export const revokeCertificate = endpoint({
  ...changing,
  method: 'PUT',
  url: '/admin/certificate/:id/revoke/',
  params: ofCertificate,
  reply: one,
  messages: { ok: 'Certificate revoked', fail: 'Failed to revoke the certificate', tone: 'warning' },
});

/**
 * Makes the PDF again with the current names of member and course under the same code, at a new address; a revoked
 * certificate becomes valid.
 */
export const reissueCertificate = endpoint({
  ...changing,
  method: 'PUT',
  url: '/admin/certificate/:id/reissue/',
  params: ofCertificate,
  reply: one,
  messages: { ok: 'Certificate reissued', fail: 'Failed to reissue the certificate' },
});

/** Code typed from the printed certificate; case is ignored. */
const code = textOf(
  'text',
  z
    .string()
    .max(certificateLength, 'Not the code of a certificate')
    .trim()
    .toUpperCase()
    .regex(new RegExp(`^[${certificateAlphabet}]{${certificateLength}}$`), 'Not the code of a certificate'),
);

/** Public lookup of a certificate by code; 404 for an unknown code. */
export const checkCertificate = endpoint({
  area: 'certificate',
  method: 'GET',
  url: '/certificate/:code/',
  roles: 'public',
  params: z.object({ code }),
  reply: certificateRow
    .pick({ certificateId: true, name: true, courseName: true, grade: true, totalHours: true, issuedAt: true })
    .extend({ revokedAt: z.string().nullable() }),
});
