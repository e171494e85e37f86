/** A server with one module that sends messages, and the runners of its jobs. */
import { expect, vi } from 'vitest'
import type { ModuleManifest } from 'tablewright/protocol'
import type { Scope, ServerModule } from 'tablewright/server'
import { system } from '#generated/system/index.ts'
import { startJobRunner, type JobRunner } from '../../../runtime/server/operation/jobs/runner.ts'
import { createRegistry } from '../../../runtime/server/core/models/registry.ts'
import { settingsOf } from '../../../runtime/server/modules.ts'
import { defaultSettings, type Settings } from '../../../runtime/server/settings/settings.ts'
import { createSettingsStore } from '../../../runtime/server/settings/store.ts'
import { openTestApp, type TestApp } from '../access/access-app.ts'
import { models } from '../http/running-app.ts'
import { endRetention, type Engine } from '../../support/databases.ts'
import { partOf } from '../../support/part-of.ts'

export interface MessageApp {
  readonly app: TestApp
  /** An account with all rights. */
  readonly root: number
  /** The settings as they are now. */
  settings(): Promise<Settings>
  /** Changes settings of the site. */
  configure(values: object): ReturnType<TestApp['post']>
  /** Starts one more process that runs the jobs. @param leaseMs time after which it takes those of others */
  run(leaseMs?: number): void
  stop(): Promise<void>
  /** Lets jobs run again although their pause has not passed. */
  skipPauses(): Promise<void>
  jobStates(): Promise<unknown[]>
  /** Makes all messages older than they are stored, and adds the job that removes them. */
  expire(job: string): Promise<void>
  /** The row of the log. */
  row(id: number): Promise<Record<string, unknown>>
  untilStatus(id: number, expected: number): Promise<void>
  /** Forgets what earlier tests have left. */
  clear(): Promise<void>
  dispose(): Promise<void>
}

/**
 * @param log table of the messages
 * @param others further modules, without a hand-written part
 */
export async function openMessageApp(
  engine: Engine,
  manifest: ModuleManifest,
  server: ServerModule,
  log: string,
  others: readonly ModuleManifest[] = [],
): Promise<MessageApp> {
  const app = await openTestApp(engine, { servers: [server] }, [manifest, system, ...others])
  const root = await app.account('root', [await app.group('root', '*')])
  const runners: JobRunner[] = []
  const base = defaultSettings({
    version: '0',
    uploadFolder: `${app.running.folder}/storage`,
    modules: settingsOf([{ manifest, server }]),
  })
  const registry = createRegistry(await models([manifest, system, ...others]))
  const settings = (): Promise<Settings> => createSettingsStore(app.database, base).current()
  const row = async (id: number) => (await app.row(log, id)) ?? {}
  const stop = async () => void (await Promise.all(runners.splice(0).map((runner) => runner.stop())))
  return {
    app,
    root,
    settings,
    configure: (values) => app.post(root, 'routine.Config/edit', values),
    run(leaseMs = 60_000) {
      const scope = async () =>
        partOf<Scope>({ database: app.database, registry, language: 'en', settings: await settings() })
      const options = { jobs: server.jobs!, scope, onError: () => undefined, intervalMs: 5, leaseMs }
      runners.push(startJobRunner(options, app.database))
    },
    stop,
    skipPauses: async () =>
      void (await app.database.write((trx) => trx.updateTable('job').set({ run_at: null }).execute())),
    jobStates: async () =>
      (await app.database.query.selectFrom('job').select('state').execute()).map(({ state }) => state),
    async expire(name) {
      await app.database.write((trx) => trx.updateTable(log).set({ create_time: 1 }).execute())
      await endRetention(app.database)
      const job = { name, state: 10, attempts: 0, payload: 'null', beat: 0, create_time: 1, version: 1 }
      await app.database.write((trx) => trx.insertInto('job').values(job).execute())
    },
    row,
    untilStatus: (id, expected) =>
      until(async () => expect((await row(id))['status'], String((await row(id))['error'])).toBe(expected)),
    clear: () =>
      app.database.write(async (trx) => {
        for (const table of ['job', log, 'config', 'admin_log']) await trx.deleteFrom(table).execute()
      }),
    dispose: async () => {
      await stop()
      await app.dispose()
    },
  }
}

/** Waits until what the check expects is the case. */
export const until = (check: () => Promise<void>): Promise<void> => vi.waitFor(check, { timeout: 20_000, interval: 5 })
