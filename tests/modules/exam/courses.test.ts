/** Courses of members: what they see, progress that is counted once, and one certificate at the end. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Lesson, Lessons } from '../../../runtime/server/operation/contracts/lessons.ts'
import { moduleEngines } from '../../support/databases.ts'
import { openExamSite, type Candidate, type ExamSite } from './exam-site.ts'

/** Live lessons of another module: one to come, one to see again, one that members may not see. */
const live: readonly Lesson[] = [
  { id: 1, title: 'Today', path: '/ailive/1', state: 'open' },
  { id: 2, title: 'Last week', path: '/ailive/2', state: 'closed' },
  { id: 3, title: 'Cancelled', path: '/ailive/3', state: 'draft' },
]
const lessons: Lessons<unknown> = {
  find: async (_scope, ids) => new Map(live.filter(({ id }) => ids.includes(id)).map((lesson) => [lesson.id, lesson])),
  list: async () => live.slice(0, 2),
}

describe.each(moduleEngines)('courses on $name', (engine) => {
  let site: ExamSite
  let who: Candidate
  beforeAll(async () => {
    site = await openExamSite(engine, { lessons })
    who = await site.member()
  })
  afterAll(() => site?.dispose())

  const add = async (path: string, body: object): Promise<number> => {
    const answer = await site.post(`${path}/add`, body)
    expect(answer).toMatchObject({ code: 1 })
    return Number(answer.data['id'])
  }
  const course = async (status = 1, more: object = {}) => {
    const id = await add('Course', { title: 'Course', status, ...more })
    const chapter = await add('Chapter', { title: 'Chapter', course_id: id })
    const list = []
    for (const title of ['first', 'second', 'third'])
      list.push(await add('Lesson', { title, chapter_id: chapter, kind: 'TEXT', content: `<p>${title}</p>` }))
    return { id, chapter, lessons: list }
  }
  const call = (path: string, candidate = who) => site.call(`exam.Course/${path}`, null, candidate.token)
  const finish = (lesson: number, candidate = who) => site.call('exam.Course/done', { lesson }, candidate.token)

  it('have lessons in an order, progress, and a certificate for the last lesson', async () => {
    const { id, lessons } = await course()
    const info = await call(`info?course=${id}`)
    const order = (info.data['chapters'] as { lessons: { id: number }[] }[])[0]!.lessons.map((lesson) => lesson.id)
    expect(order.toSorted((left, right) => left - right)).toEqual(lessons)
    expect(info.data).toMatchObject({ lessons: 3, done: 0, next: order[0], certificate: '' })
    expect(await call(`lesson?lesson=${order[1]}`)).toMatchObject({
      data: { course: id, previous: order[0], next: order[2], isDone: false },
    })
    for (const lesson of [order[0]!, order[0]!, order[1]!]) await finish(lesson)
    expect(await call(`info?course=${id}`)).toMatchObject({ data: { done: 2, next: order[2], certificate: '' } })
    const ends = await Promise.all(Array.from({ length: 5 }, () => finish(order[2]!)))
    const codes = new Set(ends.map(({ data }) => String(data['certificate'])))
    expect(codes.size).toBe(1)
    const [code = ''] = codes
    expect(code).toMatch(/^[0-9A-F]{20}$/)
    expect(await call(`certificate?code=${code}`)).toMatchObject({ data: { title: 'Course', code } })
    expect(await call('index')).toMatchObject({ data: { list: [{ id, done: 3, next: null, certificate: code }] } })
    // Guard T20: certificates of others are not there.
    expect(await call(`certificate?code=${code}`, await site.member())).toMatchObject({ code: 0 })
  })

  it('hide drafts and disabled lessons, and give no certificate where there is none', async () => {
    const draft = await course(0)
    expect(await call(`info?course=${draft.id}`)).toMatchObject({ code: 0, data: { reason: 'not_found' } })
    expect(await call(`lesson?lesson=${draft.lessons[0]}`)).toMatchObject({ code: 0 })
    expect(await finish(draft.lessons[0]!)).toMatchObject({ code: 0 })
    const plain = await course(1, { certificate: 0 })
    const last = await add('Lesson', { title: 'off', chapter_id: plain.chapter, kind: 'TEXT', status: 0 })
    expect(await call(`lesson?lesson=${last}`)).toMatchObject({ code: 0 })
    for (const lesson of plain.lessons) await finish(lesson)
    expect(await call(`info?course=${plain.id}`)).toMatchObject({ data: { done: 3, lessons: 3, certificate: '' } })
  })

  it('lead to live lessons as the module that has them says', async () => {
    const { chapter } = await course()
    const kinds = { chapter_id: chapter, kind: 'LIVE' }
    const page = async (more: object) => {
      const lesson = await add('Lesson', { title: 'live', ...kinds, ...more })
      return (await call(`lesson?lesson=${lesson}`)).data
    }
    expect(await page({ live_id: 1 })).toMatchObject({ path: '/ailive/1', live: 'open' })
    expect(await page({ live_id: 2 })).toMatchObject({ path: '/ailive/2', live: 'closed' })
    // Hidden and deleted lessons lead nowhere.
    expect(await page({ live_id: 3 })).toMatchObject({ path: '', live: 'draft' })
    expect(await page({ live_id: 9, path: '/elsewhere' })).toMatchObject({ path: '', live: 'missing' })
    expect(await page({ path: '/ailive/7' })).toMatchObject({ path: '/ailive/7', live: '' })
    expect(await site.app.get(site.root, 'exam.Lesson/live?id=3')).toMatchObject({
      data: { isSupplied: true, list: [{ id: 3 }, { id: 1, title: 'Today' }, { id: 2 }] },
    })
  })
})
