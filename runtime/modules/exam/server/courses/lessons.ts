/** Lessons for live rooms of other modules. Supplies the contract `lessons`. */
import type { Lesson, Lessons } from 'tablewright/server'
import { courseOptions, lessonOptions } from '#generated/exam/options.ts'
import type { Reading } from '#generated/exam/server.ts'
import { matchesTitle } from '../bank/matches-text.ts'

/** The core knows the tables of a module at run time only. */
const readings = ({ database }: { readonly database: { readonly query: unknown } }): Reading =>
  database.query as Reading

const lessonRows = (query: Reading) =>
  query
    .selectFrom('exam_lesson as l')
    .innerJoin('exam_chapter as c', 'c.id', 'l.chapter_id')
    .innerJoin('exam_course as o', 'o.id', 'c.course_id')
    .select(['l.id', 'l.title', 'l.status', 'o.status as courseStatus'])

type LessonRow = Awaited<ReturnType<ReturnType<typeof lessonRows>['execute']>>[number]

function lessonOf({ id, title, status, courseStatus }: LessonRow): Lesson {
  const { draft, closed } = courseOptions.status
  const isDraft = status !== lessonOptions.status.enabled || courseStatus === draft
  return {
    id,
    title,
    path: `/user/exam/lesson/${id}`,
    state: isDraft ? 'draft' : courseStatus === closed ? 'closed' : 'open',
  }
}

export const lessons: Lessons = {
  async find(scope, ids) {
    if (ids.length === 0) return new Map()
    const rows = await lessonRows(readings(scope))
      .where('l.id', 'in', [...ids])
      .execute()
    return new Map(rows.map((row) => [row.id, lessonOf(row)]))
  },
  async list(scope, { text = '', limit }) {
    const rows = await lessonRows(readings(scope))
      .$if(text.trim() !== '', (list) => list.where(matchesTitle(text)))
      .orderBy('l.id', 'desc')
      .limit(limit)
      .execute()
    return rows.map(lessonOf)
  },
}
