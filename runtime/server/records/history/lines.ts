/** Lines in the history of their record: what entries note of them, and how they were then. */
import {
  fieldOf,
  loggedValue,
  refersToOne,
  renameLogged,
  requireRelation,
  type FieldModel,
  type HistoryChange,
  type HistoryEntry,
  type HistoryLine,
  type LinesThen,
  type TableModel,
  type WireValue,
} from '../../../protocol/index.ts'
import { isLogged } from '../../operation/audit/changes.ts'
import {
  lineChangesKey,
  loggedFields,
  nameOf,
  type LoggedLine,
  type LoggedLineChanges,
  type LoggedLines,
} from '../../operation/audit/line-changes.ts'
import type { WireRow } from '../../core/models/row-shape.ts'
import type { Scope } from '../../operation/scope.ts'
import { lineTableOf } from '../lines/read.ts'
import { visibleLines, wireLines } from '../lines/wire.ts'
import { viewOf } from '../policy/policy.ts'
import { namesOf } from './names.ts'

type Data = Readonly<Record<string, unknown>>

/** What the log notes of the lines of that field; undefined = nothing of them was written, null = it was not kept. */
export function loggedLines(data: Data, field: FieldModel): LoggedLines | undefined {
  const lines = data[lineChangesKey] as LoggedLineChanges | undefined
  return typeof lines === 'object' && lines !== null ? loggedValue(lines, field) : undefined
}

/** The same with the names that the fields of the lines have today. @param model of the lines */
export function withNamesOfToday(model: TableModel, lines: NonNullable<LoggedLines>): NonNullable<LoggedLines> {
  const renamed = (values: LoggedLine['before']): LoggedLine['before'] => values && renameLogged(model, values)
  return Object.fromEntries(
    Object.entries(lines).map(([id, line]) => [
      id,
      { ...line, before: renamed(line.before), after: renamed(line.after) },
    ]),
  )
}

/** The lines as the caller may see them. */
const lineView = (scope: Scope, view: TableModel, field: FieldModel): TableModel =>
  viewOf(scope, lineTableOf(scope.registry, view, field.name).model, 'edit')

/** `lines` of an entry, where it has some. @param data of the log */
export function notedLines(scope: Scope, view: TableModel, data: Data): Pick<HistoryEntry, 'lines'> {
  const lines = visibleLines(view).flatMap((field) => {
    const model = lineView(scope, view, field)
    return Object.entries(withNamesOfToday(model, loggedLines(data, field) ?? {})).map(([id, noted]): HistoryLine => {
      const { no, name, before, after } = noted
      const is = before === null ? 'added' : after === null ? 'removed' : 'changed'
      return { field: field.name, id: Number(id), no, name, is, changes: changesIn(model, noted) }
    })
  })
  return lines.length > 0 ? { lines: lines.toSorted((one, other) => one.no - other.no) } : {}
}

function changesIn(model: TableModel, { before, after }: LoggedLine): readonly HistoryChange[] {
  return Object.keys(before ?? after ?? {}).flatMap((name): HistoryChange[] => {
    const field = fieldOf(model, name)
    if (!field || !isLogged(field)) return []
    const change = { field: name, before: before?.[name] ?? null, after: after?.[name] ?? null }
    return isSame(change.before, change.after) ? [] : [change]
  })
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** Adds to references in lines what the records are called that they meant: one read a field. */
export async function nameLines(
  scope: Scope,
  view: TableModel,
  entries: readonly HistoryEntry[],
): Promise<readonly HistoryEntry[]> {
  const namedOf = await namer(
    scope,
    view,
    entries.flatMap(({ lines = [] }) => lines),
  )
  return entries.map((entry) => (entry.lines ? { ...entry, lines: entry.lines.map(namedOf) } : entry))
}

async function namer(
  scope: Scope,
  view: TableModel,
  lines: readonly HistoryLine[],
): Promise<(line: HistoryLine) => HistoryLine> {
  const names = new Map<string, ReadonlyMap<number, string>>()
  for (const field of visibleLines(view)) {
    const changes = lines.filter((line) => line.field === field.name).flatMap((line) => line.changes)
    for (const reference of lineView(scope, view, field).fields.filter(refersToOne)) {
      const ids = changes
        .filter((change) => change.field === reference.name)
        .flatMap(({ before, after }) => [before, after])
        .filter((id) => typeof id === 'number')
      if (ids.length > 0) names.set(`${field.name} ${reference.name}`, await namesOf(scope, reference, ids))
    }
  }
  return (line) => ({
    ...line,
    changes: line.changes.map((change) => {
      const known = names.get(`${line.field} ${change.field}`)
      const nameOfId = (id: WireValue): string => (typeof id === 'number' && id > 0 ? (known?.get(id) ?? `#${id}`) : '')
      return known ? { ...change, names: [nameOfId(change.before), nameOfId(change.after)] as const } : change
    }),
  })
}

/** A line at some time. */
interface LineState {
  readonly no: number
  readonly name: string
  readonly values: Readonly<Record<string, WireValue>>
}

type Lines = ReadonlyMap<number, LineState>

/** What each step wrote of the lines of a field, newest first. */
export type LineSteps = (field: FieldModel) => readonly (LoggedLines | undefined)[]

/**
 * The lines then: those of now, taken back step by step. Where the log does not tell, or tells something else than what
 * is stored, they are unknown rather than guessed.
 * @param newer what was done since
 * @param older what was done until then, the last one first
 */
export async function linesThen(
  scope: Scope,
  view: TableModel,
  owner: number,
  newer: LineSteps,
  older: LineSteps,
): Promise<{ readonly known: readonly LinesThen[]; readonly unknown: readonly string[] }> {
  const known: LinesThen[] = []
  const unknown: string[] = []
  for (const field of visibleLines(view)) {
    const model = lineView(scope, view, field)
    const rows = await wireLines(scope, view, field, owner)
    const now: Lines = new Map(rows.map((row, at) => [Number(row['id']), stateOf(model, row, at)]))
    const stepsOf = (steps: LineSteps): ReturnType<LineSteps> =>
      steps(field).map((step) => step && withNamesOfToday(model, step))
    const then = takenBack(model, now, stepsOf(newer))
    const last = stepsOf(older).find((step) => step !== undefined)
    if (then && isConsistent(model, then, last))
      known.push(await compared(scope, view, field, { model, rows, now, former: then }))
    else unknown.push(field.name)
  }
  return { known, unknown }
}

function stateOf(model: TableModel, row: WireRow, at: number): LineState {
  const values = loggedFields(model).map(({ name }) => [name, (row[name] ?? null) as WireValue] as const)
  return { no: at + 1, name: nameOf(model, row), values: Object.fromEntries(values) }
}

function takenBack(model: TableModel, now: Lines, steps: readonly (LoggedLines | undefined)[]): Lines | null {
  let lines = new Map(now)
  for (const step of steps) {
    if (step === undefined) continue
    if (step === null || !isConsistent(model, lines, step)) return null
    const removed = Object.entries(step).filter(([, { after }]) => after === null)
    if (removed.some(([id]) => lines.has(Number(id)))) return null
    for (const [id, { before, after }] of Object.entries(step)) {
      const line = lines.get(Number(id))
      if (before === null) lines.delete(Number(id))
      else if (after !== null && line) lines.set(Number(id), { ...line, values: { ...line.values, ...before } })
    }
    const ordered = [...lines]
    for (const [id, { no, name, before }] of removed.toSorted(([, one], [, other]) => one.no - other.no))
      ordered.splice(no - 1, 0, [Number(id), { no, name, values: before ?? {} }])
    lines = new Map(ordered.map(([id, line], at) => [id, { ...line, no: at + 1 }]))
  }
  return lines
}

/** True when the lines are as the step has left them. */
function isConsistent(model: TableModel, lines: Lines, step: LoggedLines | undefined): boolean {
  const names = new Set(loggedFields(model).map(({ name }) => name))
  return Object.entries(step ?? {}).every(([id, { after }]) => {
    if (after === null) return true
    const line = lines.get(Number(id))
    return (
      line !== undefined &&
      Object.entries(after).every(([name, value]) => !names.has(name) || isSame(value, line.values[name]))
    )
  })
}

interface Comparison {
  readonly model: TableModel
  readonly rows: readonly WireRow[]
  readonly now: Lines
  /** The lines then. */
  readonly former: Lines
}

async function compared(
  scope: Scope,
  view: TableModel,
  field: FieldModel,
  { model, rows, now, former }: Comparison,
): Promise<LinesThen> {
  const lines = [...new Set([...former.keys(), ...now.keys()])].map((id): HistoryLine => {
    const [before, after] = [former.get(id) ?? null, now.get(id) ?? null]
    const { no = 0, name = '' } = before ?? after ?? {}
    const changes = changesIn(model, { no, name, before: before?.values ?? null, after: after?.values ?? null })
    const is = before === null ? 'added' : after === null ? 'removed' : changes.length > 0 ? 'changed' : 'same'
    return { field: field.name, id, no, name, is, changes: is === 'same' ? [] : changes }
  })
  const named = lines.map(await namer(scope, view, lines)).toSorted((one, other) => one.no - other.no)
  const rowOf = new Map(rows.map((row) => [Number(row['id']), row]))
  const formerRows = named
    .filter(({ is }) => is !== 'added')
    .map((line) => formerRow(model, line, rowOf.get(line.id), former.get(line.id)?.values ?? {}))
  return { field: field.name, lines: named, rows: formerRows }
}

/** With a nested object next to each reference that has changed. */
function formerRow(
  model: TableModel,
  { changes }: HistoryLine,
  row: WireRow | undefined,
  values: Readonly<Record<string, WireValue>>,
): WireRow {
  const targets = changes.flatMap(({ field: name, before, names }) => {
    const reference = fieldOf(model, name)
    if (!reference?.relation || !names) return []
    const { as, show } = requireRelation(reference)
    return [[as, before === null ? null : { id: before, [show]: names[0] }] as const]
  })
  return { ...row, ...values, ...Object.fromEntries(targets) }
}
