/** What `x-posting` comes to. Expects checked documents. */
import type { EntryModel, FieldModel, LedgerValue, PostingKind, PostingModel, SourceModel } from '../../runtime/protocol/index.ts'
import type { Draft } from '../normalize.ts'
import { idOf } from '../source.ts'
import { fieldIn, pathOf, targetOf, type Drafts } from './ledger.ts'
import { listOf, type RawEntry, type RawPosting } from './raw-ledger.ts'

/** First names of a source that do not mean a field. */
export const origins = ['document', 'input'] as const

/** Words of an entry that are no columns. */
export const entryWords: readonly string[] = ['sign', 'leg']

/** The postings of a draft, undefined when it has none. */
export function postingsOf(draft: Draft, drafts: Drafts): Readonly<Record<string, PostingModel>> | undefined {
  const raw = draft.raw['x-posting']
  return raw && Object.fromEntries(Object.entries(raw).map(([name, posting]) => [name, postingOf(posting, draft, drafts)]))
}

function postingOf(raw: RawPosting, draft: Draft, drafts: Drafts): PostingModel {
  const ledger = drafts.get(raw.ledger)!
  const columns = ledger.raw['x-ledger']!
  const each = raw.each === undefined ? draft : drafts.get(targetOf(draft, raw.each) ?? '')!
  const kindField = fieldIn(ledger, columns.document.kind)
  return {
    ledger: raw.ledger,
    each: raw.each ?? null,
    when: null,
    kind: kindOf(raw.kind, draft, columns.kind === undefined ? undefined : fieldIn(ledger, columns.kind)),
    document: kindField?.options ? optionValue(kindField, draft.file.name) : idOf(draft.file),
    number: draft.meta.number?.field ?? draft.meta.title,
    balanced: raw.balanced ?? false,
    entries: raw.entries.map((entry, at) => entryOf(entry, at, { line: each, document: draft, legs: columns.document.leg === undefined ? undefined : fieldIn(ledger, columns.document.leg), drafts })),
  }
}

function kindOf(raw: RawPosting['kind'], draft: Draft, kinds: FieldModel | undefined): PostingKind {
  if (raw === undefined || kinds === undefined) return { value: null }
  if (typeof raw === 'string') return { value: optionValue(kinds, raw) }
  const by = fieldIn(draft, raw.by)
  return { by: raw.by, map: Object.fromEntries(Object.entries(raw.map).map(([own, theirs]) => [String(optionValue(by, own)), optionValue(kinds, theirs)])) }
}

const optionValue = (field: FieldModel | undefined, name: string): LedgerValue => (field?.options ? (field.options.find((option) => option.name === name)?.value ?? null) : name)

interface Place {
  readonly line: Draft
  readonly document: Draft
  readonly legs: FieldModel | undefined
  readonly drafts: Drafts
}

function entryOf(raw: RawEntry, at: number, place: Place): EntryModel {
  const { legs } = place
  const leg = raw['leg'] as string | undefined
  const values = Object.entries(raw).filter(([name]) => !entryWords.includes(name))
  return {
    leg: legs === undefined ? null : leg === undefined ? (legs.options?.[at]?.value ?? at + 1) : optionValue(legs, leg),
    sign: raw['sign'] === '-' ? -1 : 1,
    values: Object.fromEntries(values.map(([column, sources]) => [column, listOf(sources).map((source) => sourceOf(source, place))])),
  }
}

function sourceOf(text: string, { line, document, drafts }: Place): SourceModel {
  const names = text.split('.')
  const of = origins.find((origin) => names.length > 1 && origin === names[0])
  const rest = of ? names.slice(1) : names
  return { of: of ?? 'line', field: rest[0]!, path: rest.length === 1 ? null : pathOf(of === undefined ? line : document, rest, drafts) }
}
