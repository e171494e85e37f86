/**
 * Five hundred candidates save while the server is killed twenty times, and hand in together: no save that was
 * acknowledged is lost, and nobody has two attempts.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openMemberSession } from '../../../../runtime/server/identity/session/member-sessions.ts'
import { engines, openAt, type Place } from '../../../support/databases.ts'
import { serve, type Running } from '../../../support/running.ts'

const people = 500
const questions = 20
const kills = 20
const connections = 50

interface Candidate {
  readonly token: string
  attempt: number
  lease: string
  /** By question: the number that was sent last, and the one that was acknowledged last, with its answer. */
  readonly last: number[]
  readonly acknowledged: (readonly [n: number, text: string])[]
}

const session = { accessLife: 86_400, refreshLife: 86_400, idleMinutes: 0, maxDays: 30, requiresFactor: false }
const visitor = { ip: '127.0.0.1', device: 'test', rotates: true }

async function addCandidates(place: Place): Promise<readonly Candidate[]> {
  const database = await openAt(place)
  const list: Candidate[] = []
  for (let number = 1; number <= people; number++) {
    const values = { username: `candidate${number}`, nickname: `Candidate ${number}`, password: '-', group_id: 1 }
    const token = await database.write(async (trx) => {
      const { id } = await trx
        .insertInto('user')
        .values({ ...values, status: 'enable', gender: 0, money: 0, score: 0, version: 1 })
        .returning('id')
        .executeTakeFirstOrThrow()
      return (await openMemberSession(trx as never, { session }, { id: Number(id), visitor, keep: false })).token
    })
    list.push({ token, attempt: 0, lease: '', last: [], acknowledged: [] })
  }
  await database.close()
  return list
}

async function addPaper(server: Running): Promise<number> {
  const add = async (path: string, body: object): Promise<number> => {
    const answer = await server.api<{ id: number }>(`/admin/${path}/add`, body)
    if (answer.code !== 1) throw new Error(`${path}: ${answer.msg}`)
    return answer.data.id
  }
  const subject = await add('exam.Subject', { name: 'Endurance' })
  const lines: object[] = []
  for (let number = 1; number <= questions; number++) {
    const details = { blanks: [{ answer: String(number) }] }
    const question = { subject_id: subject, kind: 'FILL', title: `<p>Number ${number}</p>` }
    lines.push({
      question_id: await add('exam.Question', { ...question, options_json: JSON.stringify(details) }),
      score: '1',
    })
  }
  const paper = await add('exam.Paper', { title: 'Endurance', subject_id: subject, limit_time: 600, questions: lines })
  expect(await server.api('/admin/exam.Paper/publish', { id: paper })).toMatchObject({ code: 1 })
  return paper
}

/** Does the work for each item, some at once. */
async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items]
  const next = async (): Promise<void> => {
    for (let item = queue.pop(); item !== undefined; item = queue.pop()) await work(item)
  }
  await Promise.all(Array.from({ length: connections }, next))
}

describe.each(engines)('five hundred candidates on $name', (engine) => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'tablewright-exam-'))
  let place: Place | null = null
  let server: Running | null = null
  afterAll(async () => {
    await server?.kill()
    await place?.remove()
    rmSync(dataFolder, { recursive: true, force: true })
  })

  it('EI3 lose no acknowledged save in twenty kills, and hand in together', async () => {
    place = await engine.place()
    const options = { databaseUrl: place.url, dataFolder, demo: false, built: true } as const
    server = await serve(options)
    const paper = await addPaper(server)
    await server.kill()
    const candidates = await addCandidates(place)
    const send = async <Data>(who: Candidate, path: string, body: object): Promise<{ code: number; data: Data }> => {
      const answer = await fetch(`${server!.address}/api/exam.Attempt/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'ba-user-token': who.token, 'x-tablewright': '1' },
        body: JSON.stringify(body),
      })
      return (await answer.json()) as { code: number; data: Data }
    }
    const start = (who: Candidate) => send<Pick<Candidate, 'attempt' | 'lease'>>(who, 'start', { paper })
    const save = async (who: Candidate, seq: number): Promise<boolean> => {
      const n = (who.last[seq] ?? 0) + 1
      who.last[seq] = n
      const text = `answer ${n} of ${seq}`
      const { attempt, lease } = who
      const answer = await send(who, 'save', { attempt, lease, items: [{ seq, n, texts: [text] }] }).catch(() => null)
      if (answer?.code === 1) who.acknowledged[seq] = [n, text]
      else if (answer) throw new Error(JSON.stringify(answer))
      return answer !== null
    }
    server = await serve(options)
    await inParallel(candidates, async (who) => {
      const { data } = await start(who)
      Object.assign(who, { attempt: data.attempt, lease: data.lease })
    })
    let saves = 0
    for (let round = 1; round <= kills; round++) {
      const end = saves + 150 + ((round * 97) % 400)
      let isKilled = false
      const own = server
      await inParallel(candidates, async (who) => {
        if (isKilled) return
        if (await save(who, 1 + ((round + who.attempt) % questions))) saves++
        if (saves < end || isKilled) return
        isKilled = true
        await own.kill()
      })
      if (!isKilled) await own.kill()
      server = await serve(options)
    }
    console.log(`${saves} acknowledged saves on ${engine.name}`)
    const lost: unknown[] = []
    const check = async (): Promise<void> => {
      const database = await openAt(place!)
      const rows = await database.query
        .selectFrom('exam_attempt_item')
        .select(['attempt_id', 'seq', 'answer', 'answer_seq'])
        .execute()
      const byPlace = new Map(rows.map((row) => [`${String(row['attempt_id'])} ${String(row['seq'])}`, row]))
      for (const { attempt, acknowledged } of candidates)
        for (const [seq, entry] of acknowledged.entries()) {
          if (!entry) continue
          const [n, text] = entry
          const row = byPlace.get(`${attempt} ${seq}`)
          const isThere = Number(row?.['answer_seq']) > n || String(row?.['answer']).includes(text)
          if (!isThere) lost.push({ attempt, seq, n, row })
        }
      await database.close()
    }
    await server.kill()
    await check()
    expect(lost).toEqual([])
    server = await serve(options)
    // All of them at once, one of them twice.
    const ends = await Promise.all(
      [...candidates, candidates[0]!].map((who) =>
        send<{ state: number }>(who, 'submit', { attempt: who.attempt, lease: who.lease, items: [] }),
      ),
    )
    expect(ends.filter(({ code, data }) => code !== 1 || data.state !== 1)).toEqual([])
    await server.kill()
    await check()
    expect(lost).toEqual([])
    const database = await openAt(place)
    const attempts = await database.query.selectFrom('exam_attempt').select(['user_id', 'state', 'score']).execute()
    await database.close()
    expect([attempts.length, new Set(attempts.map((row) => row['user_id'])).size]).toEqual([people, people])
    expect(new Set(attempts.map(({ state }) => state))).toEqual(new Set([3]))
  }, 900_000)
})
