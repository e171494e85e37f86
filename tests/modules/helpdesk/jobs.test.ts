/** Jobs of modules: run once, after the commit, taken over from a process that ended, retried and given up. */
import { AsyncResource } from 'node:async_hooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createJobDefinition, enqueueJob, type AnyJob, type Scope } from 'tablewright/server'
import { system } from '#generated/system/index.ts'
import { parseCron } from '../../../runtime/server/operation/jobs/cron.ts'
import {
  claimJob,
  failJob,
  hasDueJob,
  jobStates,
  markDone,
  purgeJobs,
} from '../../../runtime/server/operation/jobs/queue.ts'
import { startJobRunner, type JobRunner, type JobRunnerOptions } from '../../../runtime/server/operation/jobs/runner.ts'
import { addScheduled } from '../../../runtime/server/operation/jobs/schedule.ts'
import type { SystemDatabase } from '../../../runtime/server/operation/access/system-tables.ts'
import type { Tables } from '../../../runtime/server/db/tables.ts'
import { openTestApp, type TestApp } from '../../server/access/access-app.ts'
import { endRetention, moduleEngines } from '../../support/databases.ts'
import { createRegistry } from '../../../runtime/server/core/models/registry.ts'
import { models } from '../../server/http/running-app.ts'
import { defaultSettings } from '../../../runtime/server/settings/settings.ts'
import { helpdesk, manifest } from './server.ts'
import { partOf } from '../../support/part-of.ts'

const defineJob = createJobDefinition<Tables>()
const [sortTicket] = helpdesk.jobs as readonly [AnyJob]
const registry = createRegistry(await models([manifest, system]))

describe.each(moduleEngines)('jobs on $name', (engine) => {
  let app: TestApp
  let database: SystemDatabase
  let root = 0
  const runners: JobRunner[] = []
  beforeAll(async () => {
    app = await openTestApp(engine, { servers: [helpdesk], validators: async () => null }, [manifest, system])
    database = app.database
    root = await app.account('root', [await app.group('root', '*')])
  })
  afterAll(() => app.dispose())
  beforeEach(async () => {
    await app.database.write(async (trx) => {
      for (const table of ['job', 'helpdesk_ticket', 'throttle']) await trx.deleteFrom(table).execute()
    })
  })
  afterEach(async () => {
    vi.useRealTimers()
    await Promise.all(runners.splice(0).map((runner) => runner.stop()))
  })

  const run = (jobs: readonly AnyJob[], more: Partial<JobRunnerOptions> = {}): JobRunner => {
    const scope = partOf<Scope>({
      settings: defaultSettings({ version: '0', uploadFolder: '' }),
      database: app.database,
      registry,
      validators: async () => null,
      language: 'en',
      actor: null,
    })
    const options = { jobs, scope: async () => scope, onError: () => undefined, intervalMs: 5, ...more }
    const runner = startJobRunner(options, database)
    runners.push(runner)
    return runner
  }
  const jobs = () => app.database.query.selectFrom('job').selectAll().orderBy('id').execute()
  const states = async () => (await jobs()).map((job) => job['state'])
  const enqueue = (job: AnyJob, payload: unknown = null, more: { readonly after?: number } = {}) =>
    app.database.write((trx) => enqueueJob(trx, job, payload, more))
  const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 20_000, interval: 10 })
  const quiet = defineJob({
    name: 'test/quiet',
    label: { 'zh-cn': '无', en: 'Nothing' },
    handler: async () => undefined,
  })

  it('are looked for as soon as their transaction commits, without waiting for the next look', async () => {
    run([quiet], { intervalMs: 3_600_000 })
    await enqueue(quiet)
    await until(async () => expect(await states()).toEqual([jobStates.done]))
  })

  it('run after the request that asked for them has committed', async () => {
    run(helpdesk.jobs!)
    const { data } = await app.running.send('POST', '/api/helpdesk.Desk/submit', {
      payload: { subject: 'My screen is dark' },
    })
    await until(async () =>
      expect(await app.row('helpdesk_ticket', Number(data['id']))).toMatchObject({ topic: 'hardware' }),
    )
    await until(async () => expect(await states()).toEqual([jobStates.done]))
  })

  it('are seen by nobody before the commit, and not at all after a rollback', async () => {
    // As somebody who is no part of the transaction.
    const hasJob = AsyncResource.bind(() => hasDueJob(database, [quiet.name]))
    await expect(
      app.database.write(async (trx) => {
        await enqueueJob(trx, quiet, undefined)
        expect(await hasJob()).toBe(false)
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    expect(await jobs()).toEqual([])
  })

  it('run once each, although several processes look for them', async () => {
    const seen: number[] = []
    const count = defineJob<number>({
      name: 'test/count',
      label: { 'zh-cn': '计数', en: 'Count' },
      handler: async ({ payload, complete }) => {
        seen.push(payload)
        await complete(async (trx) => {
          await trx
            .insertInto('helpdesk_ticket')
            .values({ subject: String(payload), closed: 0, createtime: 1, version: 1 })
            .execute()
        })
      },
    })
    const numbers = Array.from({ length: 24 }, (_, at) => at)
    for (const number of numbers) await enqueue(count, number)
    for (let process = 0; process < 3; process++) run([count])
    await until(async () => expect(await states()).toEqual(numbers.map(() => jobStates.done)))
    const tickets = await app.database.query.selectFrom('helpdesk_ticket').select('subject').execute()
    expect(tickets.map((row) => Number(row['subject'])).sort((one, other) => one - other)).toEqual(numbers)
    expect(seen).toHaveLength(numbers.length)
  })

  it('are taken over when the heartbeat of their runner stops, which then cannot complete them', async () => {
    await enqueue(quiet)
    const lost = await claimJob(database, [quiet.name], 'gone')
    expect(lost).toMatchObject({ attempts: 1 })
    run([quiet], { leaseMs: 40 })
    // At once: the attempt counts, and no further pause follows.
    await until(async () =>
      expect(await jobs()).toMatchObject([{ state: jobStates.done, payload: null, attempts: 2, run_at: null }]),
    )
    expect(await database.write((trx) => markDone(trx, lost!.id, 'gone'))).toBe(false)
  })

  it('tell their module that they were given up, in one transaction', async () => {
    const doomed = defineJob<string>({
      name: 'test/doomed',
      label: { 'zh-cn': '必败', en: 'Doomed' },
      maxAttempts: 1,
      handler: async ({ payload }) => {
        if (payload === 'fails') throw new Error('no use')
      },
      whenGivenUp: async (trx, payload, reason) => {
        const subject = `${payload}: ${reason}`
        await trx.insertInto('helpdesk_ticket').values({ subject, closed: 0, createtime: 1, version: 1 }).execute()
        if (payload === 'cannot be given up') throw new Error('rolled back')
      },
    })
    const tickets = async () =>
      (await app.database.query.selectFrom('helpdesk_ticket').select('subject').execute()).map((row) => row['subject'])
    await enqueue(doomed, 'crashes')
    await claimJob(database, [doomed.name], 'gone')
    await enqueue(doomed, 'fails')
    const runner = run([doomed], { leaseMs: 40 })
    await until(async () => expect(await states()).toEqual([jobStates.failed, jobStates.failed]))
    expect((await tickets()).toSorted()).toEqual(['crashes: The process that ran the job ended.', 'fails: no use'])
    // The runner would run it, too.
    await runner.stop()
    await enqueue(doomed, 'cannot be given up')
    const claimed = await claimJob(database, [doomed.name], 'one')
    await expect(failJob(database, claimed!, 'one', { error: 'x', job: doomed })).rejects.toThrow('rolled back')
    expect([(await tickets()).length, (await states())[2]]).toEqual([2, jobStates.running])
  })

  it('keep their runner while its heartbeat goes on', async () => {
    let end = (): void => undefined
    const long = defineJob({
      name: 'test/long',
      label: { 'zh-cn': '长', en: 'Long' },
      handler: () => new Promise<void>((resolve) => (end = resolve)),
    })
    await enqueue(long)
    run([long], { beatMs: 10 })
    await until(async () => expect(Number((await jobs())[0]?.['beat'])).toBeGreaterThan(3))
    end()
    await until(async () => expect(await states()).toEqual([jobStates.done]))
  })

  it('wait longer after each failure and are given up after the last', async () => {
    const id = await enqueue(quiet)
    const now = Math.floor(Date.now() / 1000)
    const pauses: number[] = []
    for (let attempt = 1; attempt <= 4; attempt++) {
      await app.database.write((trx) => trx.updateTable('job').set({ run_at: null }).execute())
      const claimed = await claimJob(database, [quiet.name], 'one')
      await failJob(database, claimed!, 'one', { error: new Error(`no. ${attempt}`), job: { maxAttempts: 4 } })
      expect(await claimJob(database, [quiet.name], 'two')).toBeNull()
      pauses.push(Number((await app.row('job', id))?.['run_at']) - now)
    }
    expect(pauses.slice(0, 3).map((pause) => Math.floor(pause / 10) * 10)).toEqual([10, 20, 40])
    expect(await app.row('job', id)).toMatchObject({ state: jobStates.failed, attempts: 4, last_error: 'no. 4' })
  })

  it('are listed and retried by those who have the right', async () => {
    const id = await enqueue(sortTicket, { id: 4711 })
    expect(await app.post(root, 'routine.Job/retry', { id })).toMatchObject({
      code: 0,
      msg: expect.stringContaining('Only failed jobs can be retried') as string,
    })
    run(helpdesk.jobs!)
    await until(async () =>
      expect(await jobs()).toMatchObject([{ attempts: 1, last_error: 'There is no ticket 4711.' }]),
    )
    await app.database.write((trx) => trx.updateTable('job').set({ run_at: null }).execute())
    await until(async () => expect(await states()).toEqual([jobStates.failed]))
    const { data } = await app.get<{ list: object[] }>(root, 'routine.Job/index')
    expect(data.list).toMatchObject([
      { name: 'helpdesk/sortTicket', name_label: sortTicket.label.en, state: jobStates.failed, attempts: 2 },
    ])
    // Also where it is asked about, for example before it is deleted.
    expect(data.list[0]).toHaveProperty('full_title', sortTicket.label.en)
    expect(data.list[0]).not.toHaveProperty('payload')
    const reader = await app.account(`reader-${engine.name}`, [await app.group('readers', ['routine/job/index'])])
    expect((await app.post(reader, 'routine.Job/retry', { id })).code).toBe(401)
    await app.database.write((trx) =>
      trx
        .insertInto('helpdesk_ticket')
        .values({ id: 4711, subject: 'x', closed: 0, createtime: 1, version: 1 })
        .execute(),
    )
    expect((await app.post(root, 'routine.Job/retry', { id })).code).toBe(1)
    await until(async () => expect(await jobs()).toMatchObject([{ state: jobStates.done, last_error: null }]))
  })

  it('go back to the queue when the server stops, without counting the attempt', async () => {
    let isRunning = false
    const endless = defineJob({
      name: 'test/endless',
      label: { 'zh-cn': '无尽', en: 'Endless' },
      handler: ({ signal }) =>
        new Promise((_resolve, reject) => {
          isRunning = true
          signal.addEventListener('abort', () => reject(new Error('aborted')))
        }),
    })
    await enqueue(endless)
    const runner = run([endless])
    await until(async () => expect(isRunning).toBe(true))
    await runner.stop()
    expect(await jobs()).toMatchObject([{ state: jobStates.waiting, attempts: 0, runner: null, last_error: null }])
  })

  it('stay in the queue when this process does not know them', async () => {
    await enqueue(quiet)
    expect(await claimJob(database, [sortTicket.name], 'one')).toBeNull()
    expect(await claimJob(database, [quiet.name], 'one')).not.toBeNull()
  })

  it('wait as long as they were asked to, and not for a clock that was ahead', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T00:00:00Z') })
    const later = await enqueue(quiet, null, { after: 60 })
    expect(await claimJob(database, [quiet.name], 'one')).toBeNull()
    vi.setSystemTime(new Date('2026-03-01T00:01:00Z'))
    expect(await claimJob(database, [quiet.name], 'one')).toMatchObject({ id: later })
    vi.setSystemTime(new Date('2036-03-01T00:00:00Z'))
    await failJob(database, { id: later, attempts: 1, payload: null }, 'one', { error: 'x', job: { maxAttempts: 4 } })
    vi.setSystemTime(new Date('2026-03-01T00:02:00Z'))
    expect(await claimJob(database, [quiet.name], 'two')).toMatchObject({ id: later, attempts: 2 })
    // An hour ahead: as much as a pause may be, so that the time of the next attempt alone does not show it.
    vi.setSystemTime(new Date('2026-03-01T01:02:00Z'))
    await failJob(database, { id: later, attempts: 2, payload: null }, 'two', { error: 'x', job: { maxAttempts: 4 } })
    const added = await enqueue(quiet, null, { after: 600 })
    vi.setSystemTime(new Date('2026-03-01T00:03:00Z'))
    expect(await claimJob(database, [quiet.name], 'three')).toMatchObject({ id: later, attempts: 3 })
    expect(await claimJob(database, [quiet.name], 'four')).toMatchObject({ id: added, attempts: 1 })
    // A pause of the right clock is waited for.
    await failJob(database, { id: later, attempts: 3, payload: null }, 'three', { error: 'x', job: { maxAttempts: 4 } })
    expect(await claimJob(database, [quiet.name], 'five')).toBeNull()
  })

  it('are added by their schedule once, whatever the clock does', async () => {
    const daily = defineJob<string>({
      name: 'test/daily',
      label: { 'zh-cn': '每日', en: 'Daily' },
      schedule: { cron: '30 3 * * *', payload: 'report' },
      handler: async () => undefined,
    })
    const schedule = parseCron('30 3 * * *')
    const at = async (time: string) => {
      vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${time}+08:00`) })
      const added = await Promise.all([1, 2, 3].map(() => addScheduled(database, daily, schedule, 'Asia/Shanghai')))
      return added.filter(Boolean).length
    }
    // The first look only notes the time before.
    expect(await at('2026-03-01T12:00:00')).toBe(0)
    expect(await at('2026-03-02T03:29:59')).toBe(0)
    expect(await at('2026-03-02T03:30:00')).toBe(1)
    expect(await at('2026-03-02T03:31:00')).toBe(0)
    // Another process whose clock is a little behind.
    expect(await at('2026-03-02T03:29:30')).toBe(0)
    expect(await at('2026-03-02T03:30:10')).toBe(0)
    // Missed by hours: made up for; by more than a day: not.
    expect(await at('2026-03-03T20:00:00')).toBe(1)
    expect(await at('2026-03-09T03:29:00')).toBe(1)
    // Ten years ahead for a while.
    expect(await at('2036-03-09T04:00:00')).toBe(1)
    expect(await at('2026-03-10T03:00:00')).toBe(0)
    expect(await at('2026-03-10T03:30:00')).toBe(1)
    expect(await jobs()).toHaveLength(5)
    expect((await jobs())[0]).toMatchObject({ name: 'test/daily', payload: '"report"' })
  })

  it('are removed long after they ended', async () => {
    const [old, failed, waiting] = [await enqueue(quiet), await enqueue(quiet), await enqueue(quiet)]
    const monthAgo = Math.floor(Date.now() / 1000) - 30 * 86_400
    const end = (id: number, state: number) =>
      app.database.write((trx) =>
        trx.updateTable('job').set({ state, end_time: monthAgo }).where('id', '=', id).execute(),
      )
    await end(old, jobStates.done)
    await end(failed, jobStates.failed)
    await endRetention(app.database)
    await database.write(purgeJobs)
    expect((await jobs()).map((job) => job['id'])).toEqual([failed, waiting])
  })
})

describe('a schedule', () => {
  const at = (cron: string, now: string, timeZone = 'Asia/Shanghai') => {
    const last = parseCron(cron).lastBefore(Date.parse(now) / 1000, timeZone)
    return last === null ? null : new Date(last * 1000).toISOString().slice(0, 16)
  }

  it.each([
    ['* * * * *', '2026-03-01T10:20:59Z', '2026-03-01T10:20'],
    ['*/15 * * * *', '2026-03-01T10:20:00Z', '2026-03-01T10:15'],
    ['0 3 * * *', '2026-03-01T18:00:00Z', '2026-02-28T19:00'],
    ['0 9-17/4 * * 1-5', '2026-03-01T10:00:00Z', '2026-02-27T09:00'],
    ['0 0 1,15 * *', '2026-03-10T00:00:00Z', '2026-02-28T16:00'],
    ['0 0 29 2 *', '2026-03-10T00:00:00Z', '2024-02-28T16:00'],
    ['0 0 13 * 5', '2026-03-10T00:00:00Z', '2026-03-05T16:00'],
    ['0 0 * * 7', '2026-03-10T00:00:00Z', '2026-03-07T16:00'],
    ['0 0 31 2 *', '2026-03-10T00:00:00Z', null],
  ])('%s before %s was last due at %s', (cron, now, last) => expect(at(cron, now)).toBe(last))

  it('is due at the clock change where one skips its time, and repeats nothing', () => {
    expect(at('30 2 * * *', '2026-03-29T12:00:00Z', 'Europe/Berlin')).toBe('2026-03-29T01:00')
    expect(at('30 2 * * *', '2026-10-25T01:45:00Z', 'Europe/Berlin')).toBe('2026-10-25T00:30')
  })

  it.each([
    '',
    '* * * *',
    '60 * * * *',
    '* 24 * * *',
    '* * 0 * *',
    '*/0 * * * *',
    '5-1 * * * *',
    'a * * * *',
    '1, * * * *',
  ])('refuses "%s"', (cron) => expect(() => parseCron(cron)).toThrow(`the schedule "${cron}"`))
})
