/** Runs all checks of a database. Nothing is written, so a server may run meanwhile. */
import type { Text } from '../../../protocol/index.ts'
import type { Scope } from '../../operation/scope.ts'
import type { Check, Finding, Repair } from './check.ts'
import { ledgerChecks } from './ledger-checks.ts'
import { recordChecks } from './record-checks.ts'
import { storeChecks } from './store-checks.ts'

export interface CheckReport {
  readonly name: string
  readonly label: Text
  readonly repair: Repair
  /** How many contradictions there are. */
  readonly count: number
  /** The first of them. */
  readonly findings: readonly Finding[]
}

export interface DoctorOptions {
  /** Names of checks, or the beginnings of names up to a `/`; absent = all. */
  readonly only?: readonly string[]
  /** Findings listed for each check. */
  readonly limit: number
  /** Called before each check. */
  readonly onCheck?: (check: Check, at: number, count: number) => void
}

/** All checks: those that follow from the models, then those of the modules. Throws when two have the same name. */
export function allChecks({ registry }: Pick<Scope, 'registry'>, ofModules: readonly Check[]): readonly Check[] {
  const models = registry.list
  const checks = [...storeChecks(models), ...ledgerChecks(models), ...recordChecks(models), ...ofModules]
  const names = new Set<string>()
  for (const { name } of checks) {
    if (names.has(name)) throw new Error(`two checks are called ${name}`)
    names.add(name)
  }
  return checks
}

/** The checks that were asked for by name, for example `wms` or `wms/inventory_history/chain`. */
export const checksNamed = (checks: readonly Check[], only: readonly string[] | undefined): readonly Check[] =>
  only === undefined
    ? checks
    : checks.filter(({ name }) => only.some((wanted) => name === wanted || name.startsWith(`${wanted}/`)))

/** Runs the checks one after the other. @returns a report of each, in their order */
export async function runDoctor(
  scope: Scope,
  checks: readonly Check[],
  { limit, onCheck }: DoctorOptions,
): Promise<readonly CheckReport[]> {
  const reports: CheckReport[] = []
  for (const [at, check] of checks.entries()) {
    onCheck?.(check, at, checks.length)
    const { count, list } = await check.find(scope, limit)
    reports.push({ name: check.name, label: check.label, repair: check.repair, count, findings: list })
  }
  return reports
}
