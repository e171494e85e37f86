/**
 * What `tablewright rebuild` derives again: tables and columns that contain nothing but what other tables already say.
 * The rows they are derived from are never changed.
 */
import type { StoredValue, Text } from '../../../protocol/index.ts'
import type { Tables } from '../../db/index.ts'
import type { Scope } from '../../operation/scope.ts'

/** A stored value that differs from what it is derived from. */
export interface DerivedChange {
  readonly key: Readonly<Record<string, StoredValue>>
  readonly field: string
  /** As stored; null = the row is missing. Decimals have their digits, as on the wire. */
  readonly before: string | null
  /** As derived; null = the row is not wanted. */
  readonly after: string | null
}

export interface Derived {
  /** What differs; after a run that writes, what was changed. */
  readonly changes: readonly DerivedChange[]
  /** What differs and cannot be stored as derived, because the rows it is derived from contradict themselves. */
  readonly left: readonly DerivedChange[]
}

export interface Derivation<DB = Tables> {
  /** Unique; begins with that of its module: `wms/layers`. */
  readonly name: string
  /** What is derived. */
  readonly label: Text
  /**
   * Compares, and stores what differs when `write` is set: in transactions of its own, under the locks of those who
   * write the same, so that a server may run meanwhile. Each transaction leaves a row in the log.
   */
  run(scope: Scope<DB>, write: boolean): Promise<Derived>
}

/** What one derivation did, or would do. */
export interface DerivationReport extends Derived {
  readonly name: string
  readonly label: Text
}

/**
 * Runs derivations in their order: later ones may be derived from earlier ones.
 * @param onDerivation called before each
 */
export async function runDerivations(
  scope: Scope,
  derivations: readonly Derivation[],
  write: boolean,
  onDerivation?: (derivation: Derivation, at: number, count: number) => void,
): Promise<readonly DerivationReport[]> {
  const reports: DerivationReport[] = []
  for (const [at, derivation] of derivations.entries()) {
    const { name, label } = derivation
    onDerivation?.(derivation, at, derivations.length)
    reports.push({ name, label, ...(await derivation.run(scope, write)) })
  }
  return reports
}

/** Title of the rows that a rebuild leaves in the log. */
export const rebuildTitle: Text = { 'zh-cn': '重建派生数据', en: 'Rebuild derived data' }
