/** Courses of members: lessons, progress, and the certificate at the end. */
import { randomBytes } from 'node:crypto'
import {
  fileTicket,
  insertMissing,
  lockRows,
  nowSeconds,
  OperationError,
  type Scope as AnyScope,
} from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { courseOptions } from '#generated/exam/options.ts'
import type { Reading, Row, Scope, Transaction } from '#generated/exam/server.ts'
import {
  courseInfo,
  listCourses,
  liveLessons,
  markLesson,
  readCertificate,
  readLesson,
} from '../../shared/course-routes.ts'
import { t } from '../i18n.ts'
import { defineExamRoute, idOf } from '../member/define-route.ts'
import { readCertificates, readCourses, readDone, readLessons, type Course, type CourseLesson } from './read.ts'

type Query = Pick<Reading, 'selectFrom'>

function refuseMissing({ language }: Pick<Scope, 'language'>): never {
  throw new OperationError('not_found', { sentence: t(language, 'course.missing') })
}

const isClosed = ({ status }: Course): boolean => status === courseOptions.status.closed

/** The progress of a member in a course. */
function progressOf(lessons: readonly CourseLesson[], done: ReadonlySet<number>, certificate: string | undefined) {
  return {
    lessons: lessons.length,
    done: lessons.filter(({ id }) => done.has(id)).length,
    next: lessons.find(({ id }) => !done.has(id))?.id ?? null,
    certificate: certificate ?? '',
  }
}

const indexRoute = defineExamRoute(listCourses, {
  login: 'member',
  right: null,
  label: { 'zh-cn': '课程列表', en: 'List courses' },
  maxPerMinute: 120,
  handler: async ({ scope, member }) => {
    const { query } = scope.database
    const courses = await readCourses(query)
    const lessons = await readLessons(
      query,
      courses.map(({ id }) => id),
    )
    const [done, certificates] = [await readDone(query, idOf(member)), await readCertificates(query, idOf(member))]
    return {
      list: courses.map((course) => ({
        id: course.id,
        title: course.title,
        description: course.description ?? '',
        isClosed: isClosed(course),
        ...progressOf(
          lessons.filter((lesson) => lesson.course === course.id),
          done,
          certificates.get(course.id),
        ),
      })),
    }
  },
})

const infoRoute = defineExamRoute(courseInfo, {
  login: 'member',
  right: null,
  label: { 'zh-cn': '课程', en: 'Read a course' },
  maxPerMinute: 120,
  handler: async ({ scope, member, input }) => {
    const { query } = scope.database
    const [course] = await readCourses(query, input.course)
    if (!course) return refuseMissing(scope)
    const lessons = await readLessons(query, [course.id])
    const done = await readDone(query, idOf(member))
    const certificates = await readCertificates(query, idOf(member))
    const chapters = new Map(lessons.map(({ chapter, chapterTitle }) => [chapter, chapterTitle]))
    return {
      title: course.title,
      description: course.description ?? '',
      isClosed: isClosed(course),
      ...progressOf(lessons, done, certificates.get(course.id)),
      chapters: [...chapters].map(([id, title]) => ({
        id,
        title,
        lessons: lessons
          .filter(({ chapter }) => chapter === id)
          .map((lesson) => ({
            id: lesson.id,
            title: lesson.title,
            kind: lesson.kind,
            minutes: lesson.minutes,
            isDone: done.has(lesson.id),
          })),
      })),
    }
  },
})

/** The course of a lesson with all its lessons; drafts and disabled lessons are not there. */
async function requireLesson(scope: Scope, query: Query, id: number) {
  const row = await query
    .selectFrom('exam_lesson as l')
    .innerJoin('exam_chapter as c', 'c.id', 'l.chapter_id')
    .selectAll('l')
    .select('c.course_id as course')
    .where('l.id', '=', id)
    .executeTakeFirst()
  const [course] = row ? await readCourses(query, row.course) : []
  if (!row || !course) return refuseMissing(scope)
  const lessons = await readLessons(query, [course.id])
  const place = lessons.findIndex((lesson) => lesson.id === id)
  return place < 0 ? refuseMissing(scope) : { row, course, lessons, place }
}

/** Where a live lesson takes place: as the module that has it says, or at the path that was entered. */
async function readLive(scope: Scope, { live_id: id, path }: Pick<Row<'exam/lesson'>, 'live_id' | 'path'>) {
  if (id === null) return { path: path ?? '', live: '' }
  // The contract takes the scope of any module.
  const lesson = (await scope.lessons?.find(scope as unknown as AnyScope, [id]))?.get(id)
  if (!lesson) return { path: '', live: 'missing' }
  return { path: lesson.state === 'draft' ? '' : lesson.path, live: lesson.state }
}

const lessonRoute = defineExamRoute(readLesson, {
  login: 'member',
  right: null,
  label: { 'zh-cn': '课时', en: 'Read a lesson' },
  maxPerMinute: 120,
  handler: async ({ scope, member, input }) => {
    const { query } = scope.database
    const user = idOf(member)
    const { row, course, lessons, place } = await requireLesson(scope, query, input.lesson)
    // Guard T52: the video of a lesson is opened by a ticket of its member.
    const video = row.video ? await fileTicket(scope, row.video, { kind: 'user', id: user }) : null
    const { path, live } = await readLive(scope, row)
    return {
      course: course.id,
      title: row.title,
      kind: row.kind,
      content: row.content ?? '',
      video: video ?? '',
      path,
      live,
      isDone: (await readDone(query, user)).has(row.id),
      previous: lessons[place - 1]?.id ?? null,
      next: lessons[place + 1]?.id ?? null,
    }
  },
})

const doneRoute = defineExamRoute(markLesson, {
  login: 'member',
  right: null,
  label: { 'zh-cn': '完成课时', en: 'Finish a lesson' },
  maxPerMinute: 120,
  handler: async ({ scope, trx, member, input }) => {
    const user = idOf(member)
    await lockRows(scope, trx, 'member/user', [user], 'reference')
    const { row, course, lessons } = await requireLesson(scope, trx, input.lesson)
    const time = nowSeconds()
    await insertMissing<Database, 'exam_progress'>(trx, 'exam_progress', [
      { user_id: user, lesson_id: row.id, name: row.title, create_time: time, version: 1 },
    ])
    const done = await readDone(trx, user)
    const isComplete = lessons.every(({ id }) => done.has(id))
    if (isComplete && course.certificate === courseOptions.certificate.yes) await certify(trx, course, user)
    const { next: _next, ...progress } = progressOf(lessons, done, (await readCertificates(trx, user)).get(course.id))
    return progress
  },
})

/** A course has one certificate for each member, however often it is finished. */
async function certify(trx: Transaction, { id, title }: Course, user: number): Promise<void> {
  const code = randomBytes(10).toString('hex').toUpperCase()
  const values = { user_id: user, course_id: id, code, title, create_time: nowSeconds(), version: 1 }
  await insertMissing<Database, 'exam_certificate'>(trx, 'exam_certificate', [values])
}

const certificateRoute = defineExamRoute(readCertificate, {
  login: 'member',
  right: null,
  label: { 'zh-cn': '结业证书', en: 'Read a certificate' },
  maxPerMinute: 60,
  handler: async ({ scope, member, input }) => {
    const row = await scope.database.query
      .selectFrom('exam_certificate as c')
      .innerJoin('user as u', 'u.id', 'c.user_id')
      .select(['c.code', 'c.title', 'c.create_time', 'u.nickname', 'u.username'])
      .where('c.code', '=', input.code)
      // Guard T20: certificates of others are not there.
      .where('c.user_id', '=', idOf(member))
      .executeTakeFirst()
    if (!row) return refuseMissing(scope)
    return { name: row.nickname || row.username, title: row.title, code: row.code, time: row.create_time ?? 0 }
  },
})

const maxLessons = 200

const liveRoute = defineExamRoute(liveLessons, {
  login: 'admin',
  right: 'exam/lesson/index',
  label: { 'zh-cn': '查看', en: 'View' },
  maxPerMinute: null,
  handler: async ({ scope, input }) => {
    const { lessons } = scope
    if (!lessons) return { isSupplied: false, list: [] }
    // The contract takes the scope of any module.
    const anyScope = scope as unknown as AnyScope
    const newest = await lessons.list(anyScope, { limit: maxLessons })
    const selection = input.id === undefined ? undefined : (await lessons.find(anyScope, [input.id])).get(input.id)
    const isListed = !selection || newest.some(({ id }) => id === selection.id)
    const list = isListed ? newest : [selection, ...newest]
    return { isSupplied: true, list: list.map(({ id, title, state }) => ({ id, title, state })) }
  },
})

export const courseRoutes = [liveRoute, indexRoute, infoRoute, lessonRoute, doneRoute, certificateRoute]
