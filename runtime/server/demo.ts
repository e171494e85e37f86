/** Demo data of all modules, and a check whether the tables are free for it. */
import type { Language } from '../protocol/index.ts'
import { createAudit } from './operation/audit/audit.ts'
import type { ModuleEntry } from './modules.ts'
import { records } from './records/api/records.ts'
import { runAt } from './core/clock.ts'
import { createSettingsStore } from './settings/store.ts'
import type { AnyModule } from './operation/entity-types.ts'
import type { Scope } from './operation/scope.ts'
import { OperationError } from './core/errors/operation-error.ts'
import type { DemoRole } from './identity/permissions/derived-rules.ts'
import type { DemoRecord, DemoWork } from './server-module.ts'
import { oldestAdmin } from './identity/session/admins.ts'

/** Share of the full demo data that a first start loads, and the seed it is drawn from. */
export const firstDemo = { scale: 0.05, seed: 20_260_101 } as const

/** Records of every module in an order they can be inserted; the same for the same scale (1 = full), seed, language. */
export function demoRecords(
  entries: readonly ModuleEntry[],
  scale: number,
  seed: number,
  language: Language,
): readonly DemoRecord[] {
  return entries.flatMap(({ server }) => server?.demo?.(scale, seed, language) ?? [])
}

/**
 * The scope in which demo data is loaded: the oldest account makes it, so that records have a creator.
 * @param scope one in which nobody is signed in
 */
export async function demoScope(scope: Scope): Promise<Scope> {
  const { id, username } = await oldestAdmin(scope.database)
  const actor = { id, username, super: true, nodes: new Set<string>(), groups: [] }
  const audit = createAudit({ actor, url: 'tablewright seed', ip: '', agent: '', params: () => ({}) })
  return { ...scope, actor, audit }
}

/** Runs the modules' work on their demo records. The scope needs their hooks and effects. */
export async function runDemoWork(entries: readonly ModuleEntry[], scope: Scope): Promise<void> {
  const api = records<AnyModule>(scope)
  const work: DemoWork = {
    scope,
    at: runAt,
    configure: (name, value) =>
      scope.database.write((trx) =>
        createSettingsStore(scope.database, scope.settings).change(trx, new Map([[name, value]])),
      ),
    add: async (entity, body) => (await throwRefusal(`${entity}/add`, () => api.create(entity, body))).id,
    edit: async (entity, id, body) => {
      await throwRefusal(`${entity}/edit`, () => api.update(entity, id, body))
    },
    runAction: async (entity, action, body) => {
      await throwRefusal(`${entity}/${action}`, () => api.runAction(entity, action, body.id, body))
    },
  }
  for (const { server } of entries) await server?.demoWork?.(work)
}

/** A refusal of demo work is a defect: the error says what was refused. */
async function throwRefusal<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof OperationError)) throw error
    throw new Error(
      `demo: ${what} was refused: ${error.messageIn('en')} ${JSON.stringify(error.details.errors ?? {})}`,
      { cause: error },
    )
  }
}

/** Groups of every module that come with its demo data. */
export function demoRoles(entries: readonly ModuleEntry[]): readonly DemoRole[] {
  return entries.flatMap(({ server }) => server?.roles ?? [])
}
