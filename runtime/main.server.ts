/** Joins the core with what was generated and written by hand: one line a module. */
import { system } from '../generated/system/index.ts'
import { wms } from '../generated/wms/index.ts'
import type { TableModel } from './protocol/index.ts'
import { allModels, loadModules, type ModuleEntry } from './server/modules.ts'
import { demoRecords } from './server/demo.ts'
import { openOffline, type Offline, type OfflineOptions } from './server/offline.ts'
import { startServer, type Running, type StartOptions } from './server/start.ts'
import { wmsServer } from './modules/wms/server/index.ts'

export { applyPlan, DatabaseProblem, openDatabase, planAt, planDatabase, planSql, prepareDatabase } from './server/db/index.ts'
export { filledTables, firstDemo } from './server/demo.ts'
export { importRows } from './server/records/import/import.ts'
export { seedDemo } from './server/records/seed.ts'
export { StartProblem } from './server/start-problem.ts'
export type { Running, StartOptions } from './server/start.ts'

export const modules: readonly ModuleEntry[] = [
  { manifest: wms, server: wmsServer },
  { manifest: system, server: null },
]

/** All tables, loaded. */
export async function models(): Promise<readonly TableModel[]> {
  return allModels(await loadModules(modules))
}

export function start(options: StartOptions): Promise<Running> {
  return startServer(modules, options)
}

/** A scope to work in without a listening server. */
export function open(options: OfflineOptions): Promise<Offline> {
  return openOffline(modules, options)
}

/** Demo data of all modules; `scale` 1 = full size. */
export function demo(scale: number, seed: number): ReturnType<typeof demoRecords> {
  return demoRecords(modules, scale, seed)
}
