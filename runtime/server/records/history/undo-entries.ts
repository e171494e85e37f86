/** Undoes several entries of the log at once, such as those of the records that were deleted together. */
import type { ImportUndone, KeptRecord } from '../../../protocol/index.ts'
import { rowId, type Row } from '../../db/index.ts'
import type { Scope } from '../../operation/scope.ts'
import { idOf, tooMany } from '../read-id.ts'
import { maxEntries } from './last-change.ts'
import { maxKept, startSlice } from './undo-slice.ts'
import { inverseIn, missing, readEntries, undoChanges, type Refusals, type Undoing } from './undo-changes.ts'

/** Edits that are undone before the time is looked at. */
const editsAtOnce = 25

/** Times that what was refused is tried again while others were undone: some come back after others. */
const maxRounds = 10

/**
 * The newest first, until the time of one request is over. Deletions in a row come back in one transaction; where that
 * is refused, and of edits, every entry has its own.
 * @param before the `next` of the answer before; null = from the newest one
 * @throws an OperationError `invalid` when these are too many
 */
export async function undoEntries(
  scope: Scope,
  entries: readonly unknown[],
  before: number | null,
): Promise<ImportUndone> {
  if (entries.length > maxEntries) throw tooMany(maxEntries)
  const { withIdempotency: _once, ...plain } = scope
  const entryIds = new Set(entries.map(idOf).filter((id) => id !== null))
  const ids = [...entryIds].filter((id) => before === null || id < before).toSorted((left, right) => right - left)
  const rows = ids.length === 0 ? [] : await readEntries(scope, ids)
  const visibleIds = new Set(rows.map(rowId))
  const keptRecords: KeptRecord[] = ids
    .filter((id) => !visibleIds.has(id) && before === null)
    .map((id) => ({ id, msg: missing().allIn(scope.language) }))
  const isOver = startSlice(scope)
  let [done, left, next] = [0, rows.length, null as number | null]
  for (const part of partsOf(plain, rows)) {
    const refusals = await undoPart(plain, part, isOver)
    for (const [id, error] of refusals) keptRecords.push({ id, msg: error.allIn(scope.language) })
    done += part.entries.length - refusals.size
    left -= part.entries.length
    next = rowId(part.entries.at(-1) ?? {})
    if (isOver()) break
  }
  return {
    done,
    kept: keptRecords.length,
    reasons: keptRecords.slice(0, maxKept),
    left,
    next: left === 0 ? null : next,
  }
}

/** Entries in a row that are undone together; null = what the caller cannot undo. */
interface Part {
  readonly undoing: Omit<Undoing, 'entries'> | null
  readonly entries: Row[]
}

function partsOf(scope: Scope, entries: readonly Row[]): readonly Part[] {
  const parts: Part[] = []
  for (const entry of entries) {
    const undoing = inverseIn(scope, entry)
    const last = parts.at(-1)
    const isSame = last?.undoing?.model === undoing?.model && last?.undoing?.inverse === undoing?.inverse
    const hasRoom = undoing?.inverse === 'restore' || (last?.entries.length ?? 0) < editsAtOnce
    if (last && isSame && hasRoom) last.entries.push(entry)
    else parts.push({ undoing, entries: [entry] })
  }
  return parts
}

async function undoPart(scope: Scope, { undoing, entries }: Part, isOver: () => boolean): Promise<Refusals> {
  if (!undoing) return new Map(entries.map((entry) => [rowId(entry), missing()]))
  let waiting: readonly Row[] = entries
  for (let round = 1; ; round++) {
    const refusals = await undoChanges(scope, { ...undoing, entries: waiting }, isOver)
    const refused = waiting.filter((entry) => refusals.has(rowId(entry)))
    const isStuck = refused.length === 0 || refused.length === waiting.length
    if (isStuck || round === maxRounds || isOver()) return refusals
    waiting = refused
  }
}
