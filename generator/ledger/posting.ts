/** The model of `x-posting`. Expects checked documents. */
import type {
  EntryModel,
  FieldModel,
  LedgerValue,
  PostingKind,
  PostingModel,
  RuleModel,
  SourceModel,
} from '../../runtime/protocol/index.ts'
import type { Draft } from '../normalize/entity.ts'
import { readRule } from '../rule/read.ts'
import { postingScope } from '../rule/scope.ts'
import { titleOf } from '../normalize/implicit-fields.ts'
import { idOf } from '../source/source-file.ts'
import { fieldIn, pathOf, targetOf, type Drafts } from './ledger.ts'
import { listOf, type RawEntry, type RawPosting } from '../raw/ledger.ts'

/** First names of a source that do not mean a field. */
export const origins = ['document', 'input'] as const

/** Keywords of an entry that are no columns. */
export const entryKeywords: readonly string[] = ['sign', 'leg']

/** Linked fields of a draft. */
export type Linked = (draft: Draft) => readonly FieldModel[]

/** The postings of a draft, undefined when it has none. */
export function postingsOf(
  draft: Draft,
  drafts: Drafts,
  linked: Linked,
): Readonly<Record<string, PostingModel>> | undefined {
  const raw = draft.raw['x-posting']
  return (
    raw &&
    Object.fromEntries(Object.entries(raw).map(([name, posting]) => [name, postingOf(posting, draft, drafts, linked)]))
  )
}

function postingOf(raw: RawPosting, draft: Draft, drafts: Drafts, linked: Linked): PostingModel {
  // Checked postings name an entity with x-ledger.
  const ledger = drafts.get(raw.ledger)!
  // It has x-ledger: see above.
  const columns = ledger.raw['x-ledger']!
  // In checked postings `each` names a field of lines.
  const each = raw.each === undefined ? draft : drafts.get(targetOf(draft, raw.each) ?? '')!
  const kindField = fieldIn(ledger, columns.document.kind)
  return {
    ledger: raw.ledger,
    each: raw.each ?? null,
    when:
      raw.when === undefined
        ? null
        : conditionOf(raw.when, linked(each), raw.each === undefined ? null : linked(draft)),
    kind: kindOf(raw.kind, draft, columns.kind === undefined ? undefined : fieldIn(ledger, columns.kind)),
    document: kindField?.options ? optionValue(kindField, draft.file.name) : idOf(draft.file),
    number: draft.meta.number?.field ?? titleOf(draft.meta),
    balanced: raw.balanced ?? false,
    entries: raw.entries.map((entry, at) =>
      entryOf(entry, at, {
        line: each,
        document: draft,
        legs: columns.document.leg === undefined ? undefined : fieldIn(ledger, columns.document.leg),
        drafts,
      }),
    ),
  }
}

/** @param fields of what is posted @param document fields of the owner, where lines are */
function conditionOf(source: string, fields: readonly FieldModel[], document: readonly FieldModel[] | null): RuleModel {
  const read = readRule(source, 'condition', postingScope(fields, document))
  if ('fault' in read)
    throw new Error(`the rule ${source} passed the checks and cannot be read: ${read.fault.message.en}`)
  return read.rule
}

function kindOf(raw: RawPosting['kind'], draft: Draft, kinds: FieldModel | undefined): PostingKind {
  if (raw === undefined || kinds === undefined) return { value: null }
  if (typeof raw === 'string') return { value: optionValue(kinds, raw) }
  const by = fieldIn(draft, raw.by)
  return {
    by: raw.by,
    map: Object.fromEntries(
      Object.entries(raw.map).map(([own, theirs]) => [String(optionValue(by, own)), optionValue(kinds, theirs)]),
    ),
  }
}

const optionValue = (field: FieldModel | undefined, name: string): LedgerValue =>
  field?.options ? (field.options.find((option) => option.name === name)?.value ?? null) : name

interface Place {
  readonly line: Draft
  readonly document: Draft
  readonly legs: FieldModel | undefined
  readonly drafts: Drafts
}

function entryOf(raw: RawEntry, at: number, place: Place): EntryModel {
  const { legs } = place
  const leg = raw['leg'] as string | undefined
  const values = Object.entries(raw).filter(([name]) => !entryKeywords.includes(name))
  return {
    leg: legs === undefined ? null : leg === undefined ? (legs.options?.[at]?.value ?? at + 1) : optionValue(legs, leg),
    sign: raw['sign'] === '-' ? -1 : 1,
    values: Object.fromEntries(
      values.map(([column, sources]) => [column, listOf(sources).map((source) => sourceOf(source, place))]),
    ),
  }
}

function sourceOf(text: string, { line, document, drafts }: Place): SourceModel {
  const names = text.split('.')
  const of = origins.find((origin) => names.length > 1 && origin === names[0])
  const rest = of ? names.slice(1) : names
  return {
    of: of ?? 'line',
    // An origin is only taken off when another name follows it.
    field: rest[0]!,
    path: rest.length === 1 ? null : pathOf(of === undefined ? line : document, rest, drafts),
  }
}
