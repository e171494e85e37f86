/** A module that is switched off while a server runs: its jobs wait, its contracts are gone, its topics closed. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { system } from '#generated/system/index.ts'
import { enqueueJob, jobStates } from '../../../runtime/server/operation/jobs/queue.ts'
import { createJobDefinition } from '../../../runtime/server/operation/jobs/declaration.ts'
import type { Tables, Transaction } from '../../../runtime/server/db/index.ts'
import type { Scope } from '../../../runtime/server/operation/scope.ts'
import type { ServerModule } from '../../../runtime/server/server-module.ts'
import { startServer, type Running } from '../../../runtime/server/start.ts'
import { engines, openAt, type Place } from '../../support/databases.ts'
import { shop } from '../../support/shop.ts'
import { connect, fetchTopic, type HubSocket } from '../hub/hub-client.ts'

const label = { 'zh-cn': '任务', en: 'Job' }

describe.each(engines)('a module that is switched off on $name', (engine) => {
  let place: Place
  let folder = ''
  let running: Running
  let token = ''
  let client: HubSocket
  const done: string[] = []
  const defineJob = createJobDefinition<Tables>()
  const note = (scope: Scope, text: string): void =>
    void done.push(`${text} ${scope.questionBank === undefined ? 'without' : 'with'} a question bank`)
  const jobOf = (name: string) =>
    defineJob<string>({ name, label, handler: async ({ scope, payload }) => note(scope, payload) })
  const shopJob = jobOf('shop/count')
  const systemJob = jobOf('system/look')
  beforeAll(async () => {
    place = await engine.place()
    folder = mkdtempSync(join(tmpdir(), 'tablewright-pause-'))
    const shopServer: ServerModule = {
      name: 'shop',
      jobs: [shopJob],
      topics: [{ name: 'stall', mayRead: async () => true, fetch: async () => [] }],
      // Nobody calls it: whether it is there is what counts.
      questionBank: {} as never,
    }
    running = await startServer(
      [
        { manifest: shop.manifest, server: shopServer },
        { manifest: system, server: { name: 'system', jobs: [systemJob] } },
      ],
      {
        port: 0,
        host: '127.0.0.1',
        dataFolder: folder,
        databaseUrl: place.url,
        adminPassword: 'Given-2026',
        demo: false,
        autoApply: true,
        logLevel: 'silent',
        captcha: false,
        webRoot: null,
        validatorsRoot: join(folder, 'none'),
        readerScript: inject('reader'),
        version: '0.0.0-test',
        signals: false,
      },
    )
    const answer = await post('Index/login', { username: 'admin', password: 'Given-2026' })
    token = (answer.data as { userInfo: { token: string } }).userInfo.token
    client = await connect({ address: running.address, token })
  })
  afterAll(async () => {
    client?.socket.terminate()
    await running?.close()
    await place.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  async function post(path: string, body: object): Promise<{ code: number; data: unknown }> {
    const response = await fetch(`${running.address}/admin/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-tablewright': '1', 'think-lang': 'en', batoken: token },
      body: JSON.stringify(body),
    })
    return (await response.json()) as { code: number; data: unknown }
  }
  async function onDatabase<Result>(work: (trx: Transaction) => Promise<Result>): Promise<Result> {
    const database = await openAt(place)
    try {
      return await database.write(work)
    } finally {
      await database.close()
    }
  }
  const add = (text: string, ...jobs: (typeof shopJob)[]): Promise<void> =>
    onDatabase(async (trx) => {
      for (const job of jobs.length > 0 ? jobs : [shopJob, systemJob])
        await enqueueJob(trx, job, `${job.name.split('/')[0]} ${text}`)
    })
  /** Jobs that have not run yet. */
  const waiting = (): Promise<number> =>
    onDatabase(async (trx) => {
      const jobs = await trx.selectFrom('job').select('state').where('state', '<', jobStates.done).execute()
      return jobs.length
    })

  it('pauses, and goes on when it is on again', async () => {
    expect(await client.subscribe('stall:1')).toMatchObject({ type: 'subscribed' })
    await add('first')
    await expect
      .poll(() => done.toSorted())
      .toEqual(['shop first with a question bank', 'system first with a question bank'])
    expect((await post('module/changeState', { uid: 'shop', state: 6 })).code).toBe(1)
    // The open topic closes, and no other opens.
    await client.until((frame) => frame.type === 'refused' && frame.topic === 'stall:1')
    expect(await client.subscribe('stall:2')).toMatchObject({ type: 'refused', reason: 'forbidden' })
    await expect(fetchTopic({ address: running.address, token }, 'stall:1', 0)).rejects.toThrow('refused')
    // Jobs learn of it within a second.
    await expect
      .poll(async () => {
        await add('look', systemJob)
        return done.some((text) => text.includes('without'))
      })
      .toBe(true)
    await expect.poll(waiting).toBe(0)
    done.length = 0
    await add('second')
    await expect.poll(() => done).toEqual(['system second without a question bank'])
    expect((await post('module/changeState', { uid: 'shop', state: 1 })).code).toBe(1)
    await expect.poll(() => done.slice(1)).toEqual(['shop second with a question bank'])
    expect(await client.subscribe('stall:3')).toMatchObject({ type: 'subscribed' })
  })
})
