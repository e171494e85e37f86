/**
 * The operation behind `history` with `entry` or `time`: a record as it was then. The values of now are taken back
 * change by change, as the log noted them. Where the log does not tell, or tells something else than what is stored,
 * a value is unknown rather than guessed.
 */
import {
  actionOf,
  isColumn,
  loggedValue,
  type FieldModel,
  type HistoryChange,
  type RecordThen,
  type TableModel,
  type WireValue,
} from '../../../protocol/index.ts'
import { isLogged } from '../../operation/audit/changes.ts'
import { lineChangesKey, type LoggedLines } from '../../operation/audit/line-changes.ts'
import { isPartial, isSecret } from '../../operation/audit/mask.ts'
import type { Row } from '../../db/index.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import type { WireRow } from '../../core/models/row-shape.ts'
import type { Scope } from '../../operation/scope.ts'
import { visibleLines } from '../lines/wire.ts'
import { idOf } from '../read-id.ts'
import { isEdit } from './last-change.ts'
import { readRecordLog } from './record-log.ts'
import { linesThen, loggedLines, type LineSteps } from './lines.ts'
import { changesIn, findVisible, maxEntries, nameChanges, parsed, stateIn } from './history.ts'

/** A moment: right after an entry of the history, or a time in Unix seconds. */
export interface Moment {
  readonly entry?: unknown
  readonly time?: unknown
}

/** What one entry did. Fields without a value in `changes` were written with a value that was not noted. */
interface Step {
  /** Of the entry in the log; 0 = the undoing of an import, which has none of its own. */
  readonly id: number
  readonly time: number
  readonly action: string
  /** The state before an action. */
  readonly was: WireRow | null
  readonly changes: ReadonlyMap<string, HistoryChange | null>
  /** What it wrote of the lines of a field; null = not noted, undefined = nothing. */
  readonly lines: (field: FieldModel) => LoggedLines | undefined
}

/**
 * Throws an OperationError `not_found` like `history`, also for an entry that is none of the record's, and `bad_query`
 * without a moment.
 */
export async function asOf(scope: Scope, table: TableModel, id: unknown, moment: Moment): Promise<RecordThen> {
  const entry = idOf(moment.entry)
  const time = idOf(moment.time)
  if (entry === null && time === null) throw new OperationError('bad_query')
  const { number, view, row } = await findVisible(scope, table, id)
  const rows = await readRecordLog(scope.database.query, table.id, [number], { limit: maxEntries + 1 })
  const steps = withUndoings(
    rows.slice(0, maxEntries).map((one) => stepOf(view, one)),
    rows,
  )
  const found = steps.findIndex((step) => (entry === null ? step.time <= Number(time) : step.id === entry))
  if (found < 0 && entry !== null) throw new OperationError('not_found')
  const at = found < 0 ? steps.length : found
  const { values, unknown } = valuesAt(view, row, steps, at)
  const is = presenceAt(steps, at)
  const withName = await nameChanges(scope, view, row, values)
  const stepsOf =
    (part: readonly Step[]): LineSteps =>
    (field) =>
      part.map((step) => step.lines(field))
  const lines =
    at < steps.length
      ? await linesThen(scope, view, number, stepsOf(steps.slice(0, at)), stepsOf(steps.slice(at)))
      : { known: [], unknown: visibleLines(view).map(({ name }) => name) }
  const stillUnknown = unknown.filter((name) => !lines.known.some(({ field }) => field === name))
  return {
    time: entry === null ? Number(time) : (steps[at]?.time ?? 0),
    is,
    ...(is === 'missing'
      ? { values: [], unknown: [] }
      : {
          values: values.map(withName),
          ...(lines.known.length > 0 && { lines: lines.known }),
          unknown: stillUnknown,
        }),
  }
}

function stepOf(view: TableModel, row: Row): Step {
  const action = String(row['action'])
  const sent = parsed(row['data'])
  const own = actionOf(view.machine, action)
  return {
    id: Number(row['id']),
    time: Number(row['create_time']),
    action,
    was: own ? stateIn(view, sent['was']) : null,
    changes: new Map(own ? [...storedBy(own)].map((name) => [name, null]) : isEdit(action) ? notedBy(view, sent) : []),
    lines: (field) => {
      const mayWrite = own
        ? own.effects.some((effect) => 'run' in effect)
        : action === 'edit' && loggedValue(sent, field) !== undefined
      return lineChangesKey in sent ? loggedLines(sent, field) : mayWrite ? null : undefined
    },
  }
}

/** Fields that an action writes; what they were before is not noted. */
const storedBy = ({ input, set }: NonNullable<ReturnType<typeof actionOf>>): ReadonlySet<string> =>
  new Set([...input.filter(({ stored }) => stored).map(({ name }) => name), ...Object.keys(set)])

/** Without noted changes any field may have been written. */
function notedBy(
  view: TableModel,
  { changes }: Readonly<Record<string, unknown>>,
): readonly (readonly [string, HistoryChange | null])[] {
  return typeof changes === 'object' && changes !== null
    ? changesIn(view, changes).map((change) => [change.field, change])
    : view.fields.filter(isLogged).map(({ name }) => [name, null])
}

/** An import that was undone has one entry for both: its undoing comes before what has been done since. */
function withUndoings(steps: readonly Step[], rows: readonly Row[]): readonly Step[] {
  const all = [...steps]
  for (const [at, step] of steps.entries()) {
    const time = Number(rows[at]?.['undo_time'] ?? 0)
    if (time === 0) continue
    const back = [...step.changes].map(
      ([name, change]) => [name, change && { ...change, before: change.after, after: change.before }] as const,
    )
    const action = step.action === 'import.add' ? 'del' : 'undo.edit'
    const place = all.findLastIndex((other, index) => index < all.indexOf(step) && other.time >= time) + 1
    all.splice(place, 0, { id: 0, time, action, was: null, changes: new Map(back), lines: () => undefined })
  }
  return all
}

const isAdded = ({ action }: Step): boolean => action === 'add' || action === 'import.add'

function presenceAt(steps: readonly Step[], at: number): RecordThen['is'] {
  if (at === steps.length) return steps.some(isAdded) ? 'missing' : 'there'
  const removals = ['add', 'import.add', 'del', 'restore', 'undo.del']
  return steps.slice(at).find(({ action }) => removals.includes(action))?.action === 'del' ? 'deleted' : 'there'
}

function valuesAt(
  view: TableModel,
  row: WireRow,
  steps: readonly Step[],
  at: number,
): { readonly values: readonly HistoryChange[]; readonly unknown: readonly string[] } {
  const newer = steps.slice(0, at)
  const states = new Set(view.machine?.fields)
  const state = newer.findLast(({ was }) => was !== null)?.was ?? row
  const shown = view.fields.filter(
    (field) => !field.private && !field.lookup && (!field.implicit || states.has(field.name)),
  )
  const known = shown.map((field): HistoryChange | null => {
    const now = (row[field.name] ?? null) as WireValue
    const isKept = at < steps.length
    const before = !isKept
      ? null
      : states.has(field.name)
        ? { wire: (state[field.name] ?? null) as WireValue }
        : valueAt(field, now, newer, steps.slice(at))
    return before && isColumn(field) ? { field: field.name, before: before.wire, after: now } : null
  })
  return {
    values: known.filter((change) => change !== null),
    unknown: shown.flatMap(({ name }, index) => (known[index] ? [] : [name])),
  }
}

interface Known {
  readonly wire: WireValue
}

/**
 * What the next change replaced, which has to be what the one before it wrote: otherwise something was written past the
 * log between them.
 */
function valueAt(field: FieldModel, now: WireValue, newer: readonly Step[], older: readonly Step[]): Known | null {
  if (!isLogged(field)) return newer.length === 0 ? { wire: now } : null
  // The log has a mask in the place of what its name tells to be a secret.
  if (isSecret(field.name)) return null
  const next = newer.findLast(({ changes }) => changes.has(field.name))
  const last = older.find(({ changes }) => changes.has(field.name))
  const replaced = next ? whole(next.changes.get(field.name)?.before) : { wire: now }
  const written = last ? whole(last.changes.get(field.name)?.after) : null
  // Guard S16: a value that was written past the log is not made up.
  if (replaced && written && JSON.stringify(replaced) !== JSON.stringify(written)) return null
  return replaced ?? written
}

const whole = (stored: WireValue | undefined): Known | null =>
  stored === undefined || isPartial(stored) ? null : { wire: stored }
