/** A server with exams: a teacher who fills the bank, and members who sit. */
import { vi } from 'vitest'
import { exam } from '#generated/exam/index.ts'
import { member } from '#generated/member/index.ts'
import { system } from '#generated/system/index.ts'
import type { Scope as ExamScope } from '#generated/exam/server.ts'
import { examServer } from '../../../runtime/modules/exam/server/index.ts'
import type { Answer, Kind, QuestionDetails } from '../../../runtime/modules/exam/shared/question.ts'
import { memberServer } from '../../../runtime/modules/member/server/index.ts'
import { openMemberSession } from '../../../runtime/server/identity/session/member-sessions.ts'
import type { ServerModule } from '../../../runtime/server/server-module.ts'
import { contractsOf, effectsOf, moduleHooks, type ModuleEntry } from '../../../runtime/server/modules.ts'
import { joinHooks } from '../../../runtime/server/operation/scope.ts'
import type { Row } from '../../../runtime/server/db/index.ts'
import { openTestApp, type TestApp } from '../../server/access/access-app.ts'
import { models } from '../../server/http/running-app.ts'
import { scopeOn } from '../../server/records/scope.ts'
import type { WireAnswer } from '../../server/session/endpoint.ts'
import type { Engine } from '../../support/databases.ts'
import { createMemberCall } from '../member/member-call.ts'

export interface Candidate {
  readonly id: number
  readonly token: string
}

interface SeenItem {
  readonly seq: number
  readonly parent: number | null
  readonly kind: Kind
  readonly title: string
  readonly options: readonly { readonly id: string; readonly text: string }[]
  readonly blanks: number
  readonly score: string
  readonly n: number
  readonly flagged: boolean
  readonly answer: Answer
}

export interface Sitting {
  readonly attempt: number
  readonly lease: string
  readonly state: number
  readonly now: number
  readonly deadline: number
  readonly items: readonly SeenItem[]
}

export interface ExamSite {
  readonly app: TestApp
  readonly root: number
  readonly scope: ExamScope
  readonly subject: number
  member(): Promise<Candidate>
  question(kind: Kind, details?: QuestionDetails, more?: object): Promise<number>
  paper(more?: object): Promise<number>
  /** A published paper with these questions, one point each. */
  published(questions: readonly number[], more?: object): Promise<number>
  post(path: string, body: object): Promise<WireAnswer>
  act(paper: number, action: string): Promise<WireAnswer>
  call: ReturnType<typeof createMemberCall>
  /** An open room with a published paper. */
  room(paper: number, more?: object): Promise<number>
  enter(who: Candidate, room: number): Promise<WireAnswer<Sitting & { reason?: string }>>
  start(who: Candidate, paper: number): Promise<WireAnswer<Sitting & { reason?: string }>>
  save(who: Candidate, sitting: Sitting, items: readonly object[]): Promise<WireAnswer>
  submit(who: Candidate, sitting: Sitting, items?: readonly object[]): Promise<WireAnswer>
  attempt(id: number): Promise<Row>
  items(attempt: number): Promise<readonly Row[]>
  dispose(): Promise<void>
}

const manifests = [exam, member, system]

/** @param supplied contracts of other modules */
export async function openExamSite(engine: Engine, supplied: Pick<ServerModule, 'lessons'> = {}): Promise<ExamSite> {
  const servers = [examServer, { ...memberServer, ...supplied }]
  const list = await models(manifests)
  const app = await openTestApp(engine, { servers }, manifests)
  const entries: readonly ModuleEntry[] = servers.map((server) => ({
    manifest: manifests.find(({ name }) => name === server.name)!,
    server,
  }))
  const scope = scopeOn(app.database, list, {
    actor: null,
    ...contractsOf(entries, list),
    hooks: joinHooks(moduleHooks(entries)),
    effects: effectsOf(entries, list),
  })
  const root = await app.account('root', [await app.group('root', '*')])
  const post: ExamSite['post'] = async (path, body) =>
    (await app.post(root, `exam.${path}`, body)) as unknown as WireAnswer
  const created = async (path: string, body: object): Promise<number> => {
    const answer = await post(`${path}/add`, body)
    if (answer.code !== 1) throw new Error(`${path}: ${answer.msg} ${JSON.stringify(answer.data)}`)
    return Number(answer.data['id'])
  }
  const subject = await created('Subject', { name: 'Subject' })
  const call = createMemberCall(() => app)
  let names = 0
  const site: ExamSite = {
    app,
    root,
    // The tables are those of the module; only their types differ.
    scope: scope as unknown as ExamScope,
    subject,
    async member() {
      const username = `member${++names}`
      const values = { username, nickname: username, password: '-', group_id: 1, status: 'enable', gender: 0 }
      const { id } = await app.database.write((trx) =>
        trx
          .insertInto('user')
          .values({ ...values, money: 0, score: 0, version: 1 })
          .returning('id')
          .executeTakeFirstOrThrow(),
      )
      const visitor = { ip: '127.0.0.1', device: 'test', rotates: true }
      const session = { accessLife: 86_400, refreshLife: 86_400, idleMinutes: 0, maxDays: 30, requiresFactor: false }
      const { token } = await app.database.write((trx) =>
        openMemberSession(trx, { session }, { id: Number(id), visitor, keep: false }),
      )
      return { id: Number(id), token }
    },
    question: (kind, details = {}, more = {}) =>
      created('Question', {
        subject_id: subject,
        kind,
        difficulty: 'GENERAL',
        title: `<p>Question ${++names}</p>`,
        ...(kind !== 'MATERIAL' && { options_json: JSON.stringify(details) }),
        explain: `<p>CANARY-explain-${names}</p>`,
        ...more,
      }),
    paper: (more = {}) =>
      created('Paper', { title: `Paper ${++names}`, subject_id: subject, limit_time: 60, pass_score: '1', ...more }),
    async published(questions, more = {}) {
      const id = await site.paper({
        shuffle_options: 0,
        questions: questions.map((question) => ({ question_id: question, score: '1' })),
        ...more,
      })
      const answer = await site.act(id, 'publish')
      if (answer.code !== 1) throw new Error(`publish: ${answer.msg}`)
      return id
    },
    post,
    act: (paper, action) => post(`Paper/${action}`, { id: paper }),
    call,
    async room(paper, more = {}) {
      const time = Math.floor(Date.now() / 1000)
      const body = { title: `Room ${++names}`, paper_id: paper, start_time: time - 60, end_time: time + 7200, ...more }
      const id = await created('Room', body)
      const answer = await post('Room/open', { id })
      if (answer.code !== 1) throw new Error(`open: ${answer.msg}`)
      return id
    },
    enter: (who, room) => call('exam.Attempt/start', { room }, who.token),
    start: (who, paper) => call('exam.Attempt/start', { paper }, who.token),
    save: (who, { attempt, lease }, items) => call('exam.Attempt/save', { attempt, lease, items }, who.token),
    submit: (who, { attempt, lease }, items = []) => call('exam.Attempt/submit', { attempt, lease, items }, who.token),
    attempt: async (id) => (await app.row('exam_attempt', id))!,
    items: (attempt) =>
      app.database.query
        .selectFrom('exam_attempt_item')
        .selectAll()
        .where('attempt_id', '=', attempt)
        .orderBy('seq')
        .execute(),
    dispose: () => app.dispose(),
  }
  return site
}

export const single = (right = 0, count = 4): QuestionDetails => ({
  options: Array.from({ length: count }, (_, index) => ({
    text: `o${index}`,
    ...(index === right && { right: true }),
  })),
})

/** Runs the work as if it were that many seconds later. */
export async function later<T>(seconds: number, work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 })
  try {
    return await work()
  } finally {
    vi.useRealTimers()
  }
}

/** Within `later`: runs the work as if it were that second. */
export async function atSecond<T>(second: number, work: () => Promise<T>): Promise<T> {
  const former = Date.now()
  vi.setSystemTime(second * 1000)
  try {
    return await work()
  } finally {
    vi.setSystemTime(former)
  }
}
