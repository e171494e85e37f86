/** Joins the core with the generated code and the hand-written modules: one line per module. */
import { mail } from '../generated/mail/index.ts'
import { member } from '../generated/member/index.ts'
import { sms } from '../generated/sms/index.ts'
import { system } from '../generated/system/index.ts'
import { wms } from '../generated/wms/index.ts'
import type { Language, TableModel } from './protocol/index.ts'
import { allModels, checksOf, derivationsOf, loadModules, prepareModules, type ModuleEntry } from './server/modules.ts'
import { seedRoles } from './server/demo/roles.ts'
import { prepareAccess } from './server/permissions/prepare.ts'
import { renameLoggedEntities } from './server/audit/rename-entity.ts'
import { applyPlan as applyTables } from './server/db/index.ts'
import { balanceDerivations } from './server/doctor/balances.ts'
import { runDerivations } from './server/doctor/derivation.ts'
import { allChecks, checksNamed, runDoctor, type CheckReport, type DoctorOptions } from './server/doctor/doctor.ts'
import { demoRecords, demoRoles, demoScope, runDemoWork } from './server/demo/demo.ts'
import { seedDemo as seedRecords } from './server/demo/seed.ts'
import { openOffline, type Offline, type OfflineOptions } from './server/offline.ts'
import type { Scope } from './server/operation/scope.ts'
import { startServer, type Running, type StartOptions } from './server/start.ts'
import { mailServer } from './modules/mail/server/index.ts'
import { memberServer } from './modules/member/server/index.ts'
import { smsServer } from './modules/sms/server/index.ts'
import { wmsServer } from './modules/wms/server/index.ts'

export {
  buildSearch,
  DatabaseError,
  openDatabase,
  planAt,
  planDatabase,
  planSql,
  prepareDatabase,
} from './server/db/index.ts'
export { createBackup, restoreBackup } from './server/backup/backup.ts'
export { filledTables, firstDemo } from './server/demo/demo.ts'
export { missingSeals, verifyLedgers } from './server/ledger/seals/verify.ts'
export { verifyLog } from './server/audit/verify.ts'
export { importRows } from './server/records/import/import.ts'
export { resetFactorOf } from './server/administration/reset-factor.ts'
export { uploadFolder as uploadFolderOf } from './server/start.ts'
export { StartError } from './server/errors/start-error.ts'
export type { Running, StartOptions } from './server/start.ts'

export const modules: readonly ModuleEntry[] = [
  { manifest: wms, server: wmsServer },
  { manifest: member, server: memberServer },
  { manifest: mail, server: mailServer },
  { manifest: sms, server: smsServer },
  { manifest: system, server: null },
]

/** All tables, loaded. */
export async function models(): Promise<readonly TableModel[]> {
  return allModels(await loadModules(modules))
}

export function start(options: StartOptions): Promise<Running> {
  return startServer(modules, {
    describeTables: async () => (await import('../generated/openapi.json', { with: { type: 'json' } })).default,
    ...options,
  })
}

/** Brings a database to the schemas, and its rules with it. */
export async function applyPlan(
  ...[database, tables, options]: Parameters<typeof applyTables>
): ReturnType<typeof applyTables> {
  const applied = await applyTables(database, tables, options)
  await prepareAccess(database, await loadModules(modules))
  await renameLoggedEntities(database, tables)
  await prepareModules(database, modules)
  return applied
}

/** Demo records, and the groups that belong to them. Returns the number of records. */
export async function seedDemo(
  ...[scope, records, options]: Parameters<typeof seedRecords>
): ReturnType<typeof seedRecords> {
  const own = await demoScope(scope)
  const loaded = await seedRecords(own, records, options)
  if (loaded > 0) await runDemoWork(modules, own)
  await seedRoles(scope.database, demoRoles(modules), scope.language)
  return loaded
}

/** A scope to work in without a listening server. */
export function open(options: OfflineOptions): Promise<Offline> {
  return openOffline(modules, options)
}

/** Reports of all checks, or of those that were asked for; empty = no check has such a name. Changes nothing. */
export function doctor(scope: Scope, options: DoctorOptions): Promise<readonly CheckReport[]> {
  return runDoctor(scope, checksNamed(allChecks(scope, checksOf(modules)), options.only), options)
}

/** Compares all that is derived with what it is derived from, and stores what differs when `write` is set. */
export function rebuild(scope: Scope, write: boolean): ReturnType<typeof runDerivations> {
  return runDerivations(scope, [...balanceDerivations(scope.registry.list), ...derivationsOf(modules)], write)
}

/** Demo data of all modules; `scale` 1 = full size. */
export function demo(scale: number, seed: number, language: Language): ReturnType<typeof demoRecords> {
  return demoRecords(modules, scale, seed, language)
}
