/** Reads courses as members see them. */
import { courseOptions, lessonOptions } from '#generated/exam/options.ts'
import type { Reading, Row } from '#generated/exam/server.ts'

type Query = Pick<Reading, 'selectFrom'>

export type Course = Row<'exam/course'> & { readonly id: number }

export interface CourseLesson extends Pick<Row<'exam/lesson'>, 'title' | 'kind' | 'minutes'> {
  readonly id: number
  readonly course: number
  readonly chapter: number
  readonly chapterTitle: string
}

/** Courses that are not drafts. */
export const readCourses = (query: Query, id?: number): Promise<readonly Course[]> =>
  query
    .selectFrom('exam_course')
    .selectAll()
    .where('status', '<>', courseOptions.status.draft)
    .$if(id !== undefined, (rows) => rows.where('id', '=', id ?? 0))
    .orderBy('weigh', 'desc')
    .orderBy('id')
    .execute()

/** Lessons of the courses, in the order in which they are taken. */
export async function readLessons(query: Query, courses: readonly number[]): Promise<readonly CourseLesson[]> {
  if (courses.length === 0) return []
  const rows = await query
    .selectFrom('exam_lesson as l')
    .innerJoin('exam_chapter as c', 'c.id', 'l.chapter_id')
    .select(['l.id', 'l.title', 'l.kind', 'l.minutes', 'c.id as chapter', 'c.course_id as course'])
    .select('c.title as chapterTitle')
    .where('c.course_id', 'in', [...courses])
    .where('l.status', '=', lessonOptions.status.enabled)
    .orderBy('c.weigh', 'desc')
    .orderBy('c.id')
    .orderBy('l.weigh', 'desc')
    .orderBy('l.id')
    .execute()
  return rows
}

export async function readDone(query: Query, user: number): Promise<ReadonlySet<number>> {
  const rows = await query.selectFrom('exam_progress').select('lesson_id').where('user_id', '=', user).execute()
  return new Set(rows.map(({ lesson_id: lesson }) => lesson))
}

/** Codes of certificates of a member, by course. */
export async function readCertificates(query: Query, user: number): Promise<ReadonlyMap<number, string>> {
  const rows = await query
    .selectFrom('exam_certificate')
    .select(['course_id', 'code'])
    .where('user_id', '=', user)
    .execute()
  return new Map(rows.map(({ course_id: course, code }) => [course, code]))
}
