/** Trees of rows. Pure. */
import type { Row } from '../../core/api/table.ts'

/** The branches below a row. */
export function childrenOf(row: Row): readonly Row[] {
  const children = row['children']
  return Array.isArray(children) ? (children as readonly Row[]) : []
}

/** All rows, parents before their children. */
export function flatRows(rows: readonly Row[]): readonly Row[] {
  return rows.flatMap((row) => [row, ...flatRows(childrenOf(row))])
}

/** The siblings of a row, itself included; null when it is not there. */
export function siblingsOf(rows: readonly Row[], id: number): readonly Row[] | null {
  if (rows.some((row) => row.id === id)) return rows
  for (const row of rows) {
    const match = siblingsOf(childrenOf(row), id)
    if (match) return match
  }
  return null
}
