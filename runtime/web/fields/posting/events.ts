/** Postings of a document that have not been reversed, computed from the rows of its ledger. Pure. */
import {
  fieldOf,
  kinds,
  requireField,
  type FieldModel,
  type LedgerModel,
  type PostingModel,
  type TableModel,
  type WireValue,
} from '../../../protocol/index.ts'
import type { WireRow } from '../input-props.ts'
import { referenceText } from '../record-names.ts'

export interface PostingEvent {
  /** Sequence number of the posting within the document. */
  readonly seq: number
  /** Unix seconds. */
  readonly time: number | null
  /** Wire text of the incoming quantity, or of the outgoing one where nothing came in. */
  readonly measure: string
  /** Sources and destinations; empty on a side without rows. */
  readonly from: readonly string[]
  readonly to: readonly string[]
  /** Name of the person who posted; empty when it is unknown. */
  readonly who: string
}

/** The posting whose events an input can select; null when no action that asks for it reverses one. */
export function reversedPosting({ machine, postings }: TableModel, input: FieldModel): PostingModel | null {
  const asking = (machine?.actions ?? []).filter((action) =>
    action.input.some(({ name, widget }) => name === input.name && widget === input.widget),
  )
  const names = asking.flatMap(({ effects }) =>
    effects.flatMap((effect) => ('reverse' in effect ? [effect.reverse] : [])),
  )
  return names.flatMap((name) => postings?.[name] ?? [])[0] ?? null
}

/**
 * Events that have not been reversed, newest first.
 * @param rows of the ledger, newest first
 * @param isWhole false when older rows were left out: the oldest event may then be incomplete and is left out as well
 */
export function reversibleEvents(
  table: TableModel,
  rows: readonly WireRow[],
  isWhole: boolean,
): readonly PostingEvent[] {
  const ledger = table.ledger
  const { seq, reversal } = { seq: ledger?.document.seq ?? null, reversal: ledger?.reversal ?? null }
  if (!ledger || seq === null || reversal === null) return []
  const undone = new Set(rows.map((row) => row[reversal]))
  const groups = new Map<number, WireRow[]>()
  for (const row of rows) groups.set(Number(row[seq]), [...(groups.get(Number(row[seq])) ?? []), row])
  const whole = [...groups].slice(0, isWhole ? undefined : -1)
  return whole
    .filter(([, group]) => group.every((row) => row[reversal] === null && !undone.has(row['id'])))
    .map(([number, group]) => eventOf(table, ledger, number, group))
}

function eventOf(table: TableModel, ledger: LedgerModel, seq: number, rows: readonly WireRow[]): PostingEvent {
  const field = requireField(table, ledger.measure)
  const amountOf = (row: WireRow): bigint =>
    BigInt(kinds[field.kind].toStored(row[ledger.measure] as WireValue, field) as number)
  const [outgoing, incoming] = [rows.filter((row) => amountOf(row) < 0n), rows.filter((row) => amountOf(row) > 0n)]
  const sum = (incoming.length > 0 ? incoming : outgoing).reduce((all, row) => all + amountOf(row), 0n)
  const moving = ledger.dimensions.filter((name) => new Set(rows.map((row) => row[name])).size > 1)
  const dimensions = moving.length > 0 ? moving : ledger.dimensions
  const placesOf = (some: readonly WireRow[]): readonly string[] => [
    ...new Set(some.map((row) => dimensions.map((name) => textOf(table, ledger, row, name)).join(' '))),
  ]
  // An event is a group of rows, which has at least one.
  const newest = rows[0]!
  const time = table.created === null ? null : newest[table.created]
  return {
    seq,
    time: typeof time === 'number' ? time : null,
    measure: String(kinds[field.kind].toWire(Number(sum), field)),
    from: placesOf(outgoing),
    to: placesOf(incoming),
    who: table.owner === null ? '' : shownBy(table, newest, table.owner),
  }
}

/** The name the ledger stored when it was posted, else the current name of the record. */
function textOf(table: TableModel, { snapshots }: LedgerModel, row: WireRow, dimension: string): string {
  const written = snapshots.find(
    ({ paths }) => paths.length > 1 && paths.every((path) => path.steps[0]?.column === dimension),
  )
  const text = written ? row[written.column] : null
  return typeof text === 'string' && text !== '' ? text : shownBy(table, row, dimension) || `#${String(row[dimension])}`
}

function shownBy(table: TableModel, row: WireRow, name: string): string {
  const relation = fieldOf(table, name)?.relation
  const target = relation && (row[relation.as] as WireRow | null | undefined)
  return relation && target ? referenceText(relation, target) : ''
}
