/** Everything that commands do with a list of modules: start, plan, import, check. `main.server.ts` gives the list. */
import type { Language, TableModel } from '../protocol/index.ts'
import { resetFactorOf } from './identity/administration/reset-factor.ts'
import { renameReferences } from './rename-references.ts'
import { verifyLog } from './operation/audit/verify.ts'
import { createBackup, restoreBackup } from './ops/backup/backup.ts'
import { countCloudFiles } from './ops/backup/cloud-files.ts'
import { applyAll, type ApplyAllOptions } from './apply-all.ts'
import { dataStepCheck, dataStepsOf } from './data-steps.ts'
import {
  buildSearch,
  countFormerValues,
  keepFormerValues,
  openDatabase,
  planAt,
  planSql,
  restoreFormerValues,
  withDatabaseErrors,
  withDataSteps,
  type Applied,
  type Database,
  type OpenOptions,
  type Plan,
} from './db/index.ts'
import { openModuleScope } from './module-scope.ts'
import { loadValidators } from './records/validators.ts'
import { demoRecords, demoRoles, demoScope, firstDemo, runDemoWork } from './demo.ts'
import { seedRoles } from './demo-roles.ts'
import { filledTables, seedDemo as seedRecords } from './demo-seed.ts'
import { balanceDerivations } from './ops/doctor/balances.ts'
import { runDerivations } from './ops/doctor/derivation.ts'
import { allChecks, checksNamed, runDoctor, type CheckReport, type DoctorOptions } from './ops/doctor/doctor.ts'
import { missingSeals, verifyLedgers } from './records/ledger/seals/verify.ts'
import {
  allModels,
  checksOf,
  derivationsOf,
  loadModules,
  membersOf,
  prepareModules,
  type ModuleEntry,
} from './modules.ts'
import { openOffline, type Offline, type OfflineOptions } from './offline.ts'
import type { Scope } from './operation/scope.ts'
import { prepareAccess } from './identity/permissions/prepare-rules.ts'
import { importRows } from './records/import/import.ts'
import type { DemoRecord } from './server-module.ts'
import { startServer, uploadFolder, type Running, type StartOptions } from './start.ts'

export type { ModuleEntry } from './modules.ts'
export type { Running, StartOptions } from './start.ts'

export interface ServerParts {
  /** One line per module, in the order of their tables; that of the system is among them. */
  readonly modules: readonly ModuleEntry[]
  /** The generated description of the API, `generated/openapi.json`. */
  readonly describeTables: () => Promise<Readonly<Record<string, unknown>>>
}

/** The server as the command line and the test kit use it. */
export interface ServerProgram extends ServerParts {
  /** All tables, loaded. */
  models(): Promise<readonly TableModel[]>
  start(options: StartOptions): Promise<Running>
  /** A scope to work in without a listening server. */
  open(options: OfflineOptions): Promise<Offline>
  /** Brings a database to the schemas, and its rules with it. */
  applyPlan(database: Database, models: readonly TableModel[], options?: ApplyAllOptions): Promise<Applied>
  /** Reports of all checks, or of those that were asked for; empty = no check has such a name. Changes nothing. */
  doctor(scope: Scope, options: DoctorOptions): Promise<readonly CheckReport[]>
  /** Compares all that is derived with what it is derived from, and stores what differs when `write` is set. */
  rebuild(
    scope: Scope,
    write: boolean,
    onDerivation?: Parameters<typeof runDerivations>[3],
  ): ReturnType<typeof runDerivations>
  /** Demo data of all modules; `scale` 1 = full size. */
  demo(scale: number, seed: number, language: Language): readonly DemoRecord[]
  /** Demo records, and the groups that belong to them. Returns the number of records. */
  readonly seedDemo: typeof seedRecords
  readonly buildSearch: typeof buildSearch
  readonly createBackup: typeof createBackup
  readonly countCloudFiles: typeof countCloudFiles
  readonly countFormerValues: typeof countFormerValues
  readonly filledTables: typeof filledTables
  readonly firstDemo: typeof firstDemo
  readonly importRows: typeof importRows
  readonly keepFormerValues: typeof keepFormerValues
  readonly missingSeals: typeof missingSeals
  readonly openDatabase: typeof openDatabase
  planAt(url: string, models: readonly TableModel[], options: OpenOptions): Promise<Plan>
  readonly planSql: typeof planSql
  readonly resetFactorOf: typeof resetFactorOf
  readonly restoreBackup: typeof restoreBackup
  readonly restoreFormerValues: typeof restoreFormerValues
  readonly uploadFolderOf: typeof uploadFolder
  readonly verifyLedgers: typeof verifyLedgers
  readonly verifyLog: typeof verifyLog
  readonly withDatabaseErrors: typeof withDatabaseErrors
}

/**
 * Joins the core with the modules of an application.
 * @example
 * export const server = composeServer({
 *   modules: [
 *     { manifest: shop, server: shopServer },
 *     { manifest: system, server: null },
 *   ],
 *   describeTables: async () => (await import('#generated/openapi.json', { with: { type: 'json' } })).default,
 * })
 */
export function composeServer({ modules, describeTables }: ServerParts): ServerProgram {
  return {
    modules,
    describeTables,
    models: async () => allModels(await loadModules(modules)),
    start: (options) => startServer(modules, { describeTables, ...options }),
    open: (options) => openOffline(modules, options),
    async applyPlan(database, tables, options = {}) {
      const { validatorsRoot, language = 'zh-cn' } = options
      const openScope = () =>
        openModuleScope(database, modules, {
          language,
          version: '',
          uploadFolder: '',
          validators: validatorsRoot === undefined ? async () => null : loadValidators(validatorsRoot),
        })
      const steps = dataStepsOf(modules, tables, database.adapter, openScope)
      const applied = await applyAll(database, tables, steps, options)
      if (applied.isWaiting) return applied
      await prepareAccess(database, await loadModules(modules))
      await renameReferences(database, tables)
      await prepareModules(database, modules, openScope)
      return applied
    },
    doctor(scope, options) {
      const { registry, database } = scope
      const steps = dataStepsOf(modules, registry.list, database.adapter, async () => scope)
      const own = steps.length > 0 ? [dataStepCheck(steps)] : []
      return runDoctor(scope, checksNamed(allChecks(scope, [...own, ...checksOf(modules)]), options.only), options)
    },
    rebuild: (scope, write, onDerivation) =>
      runDerivations(
        scope,
        [...balanceDerivations(scope.registry.list), ...derivationsOf(modules)],
        write,
        onDerivation,
      ),
    demo: (scale, seed, language) => demoRecords(modules, scale, seed, language),
    async seedDemo(scope, records, options) {
      const own = await demoScope(scope)
      const loaded = await seedRecords(own, records, options)
      if (loaded > 0) await runDemoWork(modules, { ...own, ...membersOf(modules) })
      await seedRoles(scope.database, demoRoles(modules), scope.language)
      return loaded
    },
    buildSearch,
    createBackup,
    countCloudFiles,
    countFormerValues,
    filledTables,
    firstDemo,
    importRows,
    keepFormerValues,
    missingSeals,
    openDatabase,
    planAt: (url, tables, options) =>
      planAt(url, tables, options, (database, plan) =>
        withDataSteps(database, plan, dataStepsOf(modules, tables, database.adapter, neverOpened)),
      ),
    planSql,
    resetFactorOf,
    restoreBackup,
    restoreFormerValues,
    uploadFolderOf: uploadFolder,
    verifyLedgers,
    verifyLog,
    withDatabaseErrors,
  }
}

/** A plan runs no step. */
const neverOpened = (): Promise<never> => Promise.reject(new Error('a plan has no scope'))
