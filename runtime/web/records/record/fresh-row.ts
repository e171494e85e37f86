/** The current row of an open drawer after something other than its form has changed the record. */
import { useState } from 'react'
import type { TableModel } from '../../../protocol/index.ts'
import type { WireRow } from '../../fields/input-props.ts'
import { useLatest } from '../../core/react/use-latest.ts'
import { readRecord } from '../../form/read-record.ts'

export interface FreshRow {
  /** As it is now. */
  readonly row: WireRow | null
  /** The row the form is based on: not replaced while the form has unsaved changes. */
  readonly base: WireRow | null
  /**
   * Loads it again; resolves to null when that failed. @param isSaved the changes are saved, so the form may restart
   */
  readonly reload: (isSaved: boolean) => Promise<WireRow | null>
  /** Takes over what the form itself has saved; the form stays as it is. */
  readonly accept: (row: WireRow) => void
}

interface Newer {
  readonly row: WireRow
  readonly base: WireRow
  /** The record as it was opened. */
  readonly of: WireRow
}

/**
 * @param loadedRow the record as it was opened, null while it is loading or new
 * @param hasChanges whether the form has unsaved changes now
 */
export function useFreshRow(model: TableModel, loadedRow: WireRow | null, hasChanges: () => boolean): FreshRow {
  const [newer, setNewer] = useState<Newer | null>(null)
  const latest = useLatest(loadedRow)
  const reload = async (isSaved: boolean): Promise<WireRow | null> => {
    const of = latest.current
    if (of === null) return null
    const row = await readRecord(model, Number(of['id'])).catch(() => null)
    // Another record may have been opened in the meantime.
    if (row === null || latest.current !== of) return null
    const mustKeepBase = hasChanges()
    setNewer((before) => ({
      of,
      row,
      base: isSaved || !mustKeepBase ? row : before?.of === of ? before.base : of,
    }))
    return row
  }
  const accept = (row: WireRow): void =>
    setNewer((before) => {
      const of = latest.current
      return of === null ? before : { of, row, base: before?.of === of ? before.base : of }
    })
  const isCurrent = newer?.of === loadedRow
  return {
    accept,
    row: isCurrent ? newer.row : loadedRow,
    base: isCurrent ? newer.base : loadedRow,
    reload,
  }
}
