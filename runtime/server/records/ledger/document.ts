/** Posts a document as its schema defines, and reverses it. */
import {
  evaluateRule,
  requireField,
  type EntryModel,
  type LedgerModel,
  type LedgerValue,
  type PostingModel,
  type TableModel,
} from '../../../protocol/index.ts'
import { t } from '../../../i18n/i18n.ts'
import { rowId, type Row } from '../../db/index.ts'
import { nowSeconds } from '../../core/clock.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import type { PostingCall } from './call.ts'
import { post } from './post.ts'
import type { Entry, Posted, PostingDocument } from '../../operation/posting.ts'
import { reverse } from './reverse.ts'
import { readReferencedValues, valueOfSources, type ReferencedValues, type EntrySource } from './source.ts'

/**
 * Posts the document's lines (or the document itself) as the `x-posting` of that name defines. Nothing to post is a
 * success. Throws an OperationError: `invalid` when a line lacks a dimension; otherwise like `post`.
 */
export async function postDocument(call: PostingCall, name: string): Promise<Posted> {
  const { posting, table, ledger } = postingOf(call, name)
  const origins = await originsOf(call, posting)
  const behind = await readReferencedValues(call, posting, origins)
  const kind = kindOf(posting, call.row)
  const entries = origins.flatMap((origin) =>
    posting.entries.map((entry) => entryOf(ledger, entry, origin, behind, kind)),
  )
  if (posting.balanced) refuseUnbalanced(table, ledger, entries)
  const posted = entries.filter(({ values }) => Number(values[ledger.measure] ?? 0) !== 0)
  refuseMissing(call, table, ledger, posted, origins)
  return post(call, {
    ledger: table,
    document: documentOf(call, posting),
    entries: posted,
    input: call.input ?? {},
    undoes: null,
  })
}

/**
 * Undoes what the posting of that name wrote for the document and is not undone yet. When the action was sent the
 * number of a posting (under the name of the ledger's counting column), that one only. Throws an OperationError as
 * `reverse` does.
 */
export async function reverseDocument(call: PostingCall, name: string): Promise<Posted> {
  const { posting, table, ledger } = postingOf(call, name)
  const seq = call.input?.[ledger.document.seq ?? ''] ?? null
  return reverse(call, table, documentOf(call, posting), seq === null ? null : Number(seq), call.input)
}

function postingOf(
  { scope, model }: PostingCall,
  name: string,
): { readonly posting: PostingModel; readonly table: TableModel; readonly ledger: LedgerModel } {
  const posting = model.postings?.[name]
  const table = posting && scope.registry.byId(posting.ledger)
  if (!posting || !table?.ledger) throw new TypeError(`${model.id} has no posting ${name}`)
  return { posting, table, ledger: table.ledger }
}

function documentOf({ row }: PostingCall, posting: PostingModel): PostingDocument {
  return { kind: posting.document, id: rowId(row), no: posting.number === null ? null : (row[posting.number] ?? null) }
}

/** Every line, or the document, of which the posting's condition is true. */
async function originsOf(call: PostingCall, posting: PostingModel): Promise<readonly EntrySource[]> {
  const input = call.input ?? {}
  const lines = posting.each === null ? null : await call.lines(posting.each)
  const origins =
    lines === null
      ? [{ line: call.row, document: call.row, input }]
      : lines.map((line): EntrySource => ({ line, document: call.row, input }))
  const { when } = posting
  if (when === null) return origins
  const now = (call.clock ?? nowSeconds)()
  return origins.filter(({ line }) =>
    evaluateRule(when, { record: line, old: line, actor: call.scope.actor, now, document: call.row }),
  )
}

function kindOf({ kind }: PostingModel, row: Row): LedgerValue {
  return 'value' in kind ? kind.value : (kind.map[String(row[kind.by])] ?? null)
}

function entryOf(
  ledger: LedgerModel,
  entry: EntryModel,
  origin: EntrySource,
  behind: ReferencedValues,
  kind: LedgerValue,
): Entry {
  const values: Row = Object.fromEntries(
    Object.entries(entry.values).map(([column, sources]) => [column, valueOfSources(sources, origin, behind)]),
  )
  const measure = values[ledger.measure]
  if (measure !== null && measure !== undefined) values[ledger.measure] = entry.sign * Number(measure)
  if (ledger.kind !== null) values[ledger.kind] = kind
  return { line: origin.line === origin.document ? 0 : Number(origin.line['id']), leg: entry.leg, values }
}

/**
 * The generator guarantees that the legs of a line have the same number with opposite signs; this checks it at run
 * time.
 */
function refuseUnbalanced({ id }: TableModel, ledger: LedgerModel, entries: readonly Entry[]): void {
  const sums = new Map<number, bigint>()
  for (const { line, values } of entries)
    sums.set(line, (sums.get(line) ?? 0n) + BigInt(Number(values[ledger.measure] ?? 0)))
  if ([...sums.values()].some((sum) => sum !== 0n)) throw new TypeError(`the legs of a posting to ${id} do not balance`)
}

/** Every posted entry needs all its dimensions. */
function refuseMissing(
  { scope }: PostingCall,
  table: TableModel,
  ledger: LedgerModel,
  entries: readonly Entry[],
  origins: readonly EntrySource[],
): void {
  for (const { line, values } of entries) {
    const column = ledger.dimensions.find((name) => (values[name] ?? null) === null)
    if (column === undefined) continue
    const place =
      1 +
      Math.max(
        0,
        origins.findIndex((origin) => Number(origin.line['id']) === line),
      )
    throw new OperationError('invalid', {
      sentence: t(scope.language, 'ledger.missing', {
        line: place,
        field: requireField(table, column).label[scope.language],
      }),
    })
  }
}
