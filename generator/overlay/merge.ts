/**
 * Merges overlays into the entity they extend, as raw keywords, so that every later stage sees one entity. Reads
 * documents with problems as far as it can: a name that is taken stays that of the first.
 */
import { defaultColumns, defaultForm, inputsOf, sectionsOf } from '../normalize/default-views.ts'
import { escaped, isObject, member, objectOf, textsOf, type Json, type JsonObject } from '../source/json.ts'
import { resolveRef } from '../source/names.ts'
import { idOf, type SourceFile } from '../source/source-file.ts'
import type { Overlay, Valued } from './overlays.ts'

/** Where a part of the merged document stands in its file. */
interface Placement {
  /** Pointer in the merged document. */
  readonly at: string
  readonly file: SourceFile
  /** Pointer in the file. */
  readonly from: string
}

export interface Merged {
  readonly value: JsonObject
  /** Of everything that does not stand at the same place of the entity's own file; a later one overrides. */
  readonly placements: readonly Placement[]
}

/** An item of a list and where it stands; null = it follows from a default. */
interface Item {
  readonly value: Json
  readonly file: SourceFile
  readonly from: string | null
}

/** A section or a grid of the form. */
interface Section {
  readonly head: Item
  /** Null in a grid. */
  readonly rows: readonly Item[] | null
}

/** @param overlays in the order in which they are merged */
export function mergeOverlays(base: Valued, overlays: readonly Overlay[]): Merged {
  const placements: Placement[] = []
  const place = (at: string, { file, from }: Omit<Item, 'value'>): void => {
    if (from !== null) placements.push({ at, file, from })
  }
  const placeAll = (pointer: string, items: readonly Item[]): Json => {
    items.forEach((item, index) => place(`${pointer}/${index}`, item))
    return items.map(({ value }) => value)
  }
  const mergeMap = (keyword: string, valueOf: (value: Json, file: SourceFile) => Json = (value) => value) => {
    const merged = new Map(Object.entries(objectOf(member(base.value, keyword))))
    for (const { document } of overlays)
      for (const [name, value] of Object.entries(objectOf(member(document.value, keyword)))) {
        if (merged.has(name) || value === undefined) continue
        merged.set(name, valueOf(value, document.file))
        const pointer = `/${keyword}/${escaped(name)}`
        place(pointer, { file: document.file, from: pointer })
      }
    return merged.size > 0 ? { [keyword]: Object.fromEntries(merged) } : {}
  }
  const mergeList = (keyword: string) => {
    const items = [base, ...overlays.map(({ document }) => document)].flatMap((document) =>
      itemsAt(document, `/${keyword}`, member(document.value, keyword)),
    )
    return items.length > 0 ? { [keyword]: placeAll(`/${keyword}`, items) } : {}
  }
  const fields = mergeMap('properties', (value, file) => withRefsFrom(file, base.file, value))
  const views = objectOf(member(base.value, 'x-views'))
  const table = mergeColumns(base, overlays)
  const mail = mergeMail(base, overlays)
  const form = mergeForm(base, overlays)
  const value: JsonObject = {
    ...base.value,
    ...mergeList('required'),
    ...fields,
    ...mergeMap('x-index'),
    ...mergeMap('x-checks'),
    ...mergeList('x-search'),
    ...mergePolicy(base, overlays, placeAll),
    ...((table ?? mail ?? form) && {
      'x-views': {
        ...views,
        ...(table && {
          table: { ...objectOf(views['table']), columns: placeAll('/x-views/table/columns', table) },
        }),
        ...(mail && { mail: { ...objectOf(views['mail']), columns: placeAll('/x-views/mail/columns', mail) } }),
        ...(form && {
          form: form.map(({ head, rows }, index) => {
            place(`/x-views/form/${index}`, head)
            return rows === null
              ? head.value
              : { ...objectOf(head.value), rows: placeAll(`/x-views/form/${index}/rows`, rows) }
          }),
        }),
      },
    }),
  }
  return { value, placements }
}

/** Items of a list in a document; none when the value is no list. */
const itemsAt = ({ file }: Valued, pointer: string, value: Json | undefined): readonly Item[] =>
  Array.isArray(value)
    ? (value as readonly Json[]).map((item, index) => ({ value: item, file, from: `${pointer}/${index}` }))
    : []

/**
 * The columns of the list; null where they are those of the merged entity. A list without columns has those it would
 * have without overlays; a grid of lines without columns shows all fields, so that each can be entered.
 */
function mergeColumns(base: Valued, overlays: readonly Overlay[]): readonly Item[] | null {
  const own = columnsIn(base, 'table')
  const isOfLines = overlays.some((overlay) => overlay.isOfLines)
  const items =
    own ?? defaultColumns(base.value, isOfLines).map((value): Item => ({ value, file: base.file, from: null }))
  return withColumns(items, overlays, 'table') ?? (own || isOfLines ? null : items)
}

/** The fields of a mail; null where no overlay adds to those that the entity lists. */
function mergeMail(base: Valued, overlays: readonly Overlay[]): readonly Item[] | null {
  const own = columnsIn(base, 'mail')
  return own && withColumns(own, overlays, 'mail')
}

/** What a view of a document lists; null = it has no list. */
function columnsIn(document: Valued, view: 'table' | 'mail'): readonly Item[] | null {
  const columns = member(member(member(document.value, 'x-views'), view), 'columns')
  return Array.isArray(columns) ? itemsAt(document, `/x-views/${view}/columns`, columns) : null
}

/** The list with what overlays add to it; null where they add nothing. */
function withColumns(
  listed: readonly Item[],
  overlays: readonly Overlay[],
  view: 'table' | 'mail',
): readonly Item[] | null {
  const added = overlays.map(({ document }) => ({
    after: member(member(member(document.value, 'x-views'), view), 'after'),
    items: columnsIn(document, view) ?? [],
  }))
  if (added.every(({ items }) => items.length === 0)) return null
  return added.reduce((columns, { after, items }) => {
    const at = columns.findIndex(({ value }) => value === after)
    return inserted(columns, items, at < 0 ? columns.length : at + 1)
  }, listed)
}

const inserted = <T>(list: readonly T[], items: readonly T[], at: number): readonly T[] => [
  ...list.slice(0, at),
  ...items,
  ...list.slice(at),
]

/** The sections of the form; null where no overlay adds to it. */
function mergeForm(base: Valued, overlays: readonly Overlay[]): readonly Section[] | null {
  const own = member(member(base.value, 'x-views'), 'form')
  const listed = Array.isArray(own)
    ? itemsAt(base, '/x-views/form', own).map(sectionOf)
    : defaultForm(base.value).map((value) => sectionOf({ value, file: base.file, from: null }))
  const added = overlays.flatMap(sectionsIn)
  return added.length === 0 ? null : added.reduce(addSection, listed)
}

/** A section, whose rows have places of their own. */
function sectionOf({ value, file, from }: Item): Section {
  const rows = member(value, 'rows')
  const items = Array.isArray(rows) ? (rows as readonly Json[]) : []
  const { after: _after, ...head } = objectOf(value)
  return {
    head: { value: isObject(value) ? head : value, file, from },
    rows: Array.isArray(rows)
      ? items.map((row, index) => ({ value: row, file, from: from && `${from}/rows/${index}` }))
      : null,
  }
}

interface Added extends Section {
  readonly after?: Json | undefined
}

/** What an overlay adds to the form: what it says, or its inputs under the name of its module. */
function sectionsIn({ document, label }: Overlay): readonly Added[] {
  const { file, value } = document
  const own = member(member(value, 'x-views'), 'form')
  if (Array.isArray(own))
    return itemsAt(document, '/x-views/form', own).map((item) => ({
      ...sectionOf(item),
      after: member(item.value, 'after'),
    }))
  return sectionsOf(file.module, inputsOf(value), label).map((section) =>
    sectionOf({ value: section, file, from: '/properties' }),
  )
}

/** Adds rows to a section of that name, a new section before the grids, and a grid as the last one. */
function addSection(sections: readonly Section[], { after, ...added }: Added): readonly Section[] {
  if (added.rows === null) return [...sections, added]
  const name = nameOf(added)
  const position = sections.findIndex((section) => section.rows !== null && nameOf(section) === name)
  const found = sections[position]
  if (!found?.rows) return inserted(sections, [added], sections.findLastIndex(({ rows }) => rows !== null) + 1)
  const row = found.rows.findIndex(({ value }) => textsOf(value).some((text) => text === after))
  const rows = inserted(found.rows, added.rows, row < 0 ? found.rows.length : row + 1)
  return sections.with(position, { ...found, rows })
}

const nameOf = ({ head }: Section): Json | undefined => member(head.value, 'section')

/** Lists of fields that actions are limited to, where the entity has such a list. */
function mergePolicy(
  base: Valued,
  overlays: readonly Overlay[],
  placeAll: (pointer: string, items: readonly Item[]) => Json,
): JsonObject {
  const policy = member(base.value, 'x-policy')
  if (!isObject(policy)) return {}
  const entries = Object.entries(policy).map(([action, rule]) => {
    const pointer = `/x-policy/${action}/fields`
    const [own = [], ...added] = [base, ...overlays.map(({ document }) => document)].map((document) =>
      itemsAt(document, pointer, member(member(member(document.value, 'x-policy'), action), 'fields')),
    )
    if (own.length === 0 || added.every((items) => items.length === 0)) return [action, rule] as const
    return [action, { ...objectOf(rule), fields: placeAll(pointer, [...own, ...added.flat()]) }] as const
  })
  return { 'x-policy': Object.fromEntries(entries) }
}

/** References to enumerations are relative to their file: in the entity they lead to the same one. */
function withRefsFrom(file: SourceFile, base: SourceFile, value: Json): Json {
  if (!isObject(value)) return value
  const items = member(value, 'items')
  const ref = value['$ref']
  const path = typeof ref === 'string' ? resolveRef(file.path, ref) : null
  return {
    ...value,
    ...(path !== null && { $ref: `${'../'.repeat(base.path.split('/').length - 1)}${path}` }),
    ...(isObject(items) && { items: withRefsFrom(file, base, items) }),
  }
}

/** The documents with every entity merged with its overlays. */
export function mergeFiles(
  files: readonly SourceFile[],
  overlays: ReadonlyMap<string, readonly Overlay[]>,
): readonly SourceFile[] {
  return files.map((file) => {
    const own = overlays.get(idOf(file))
    if (file.type !== 'entity' || !own) return file
    const { value } = mergeOverlays({ file, value: file.value }, own)
    return { ...file, value, overlays: own.map(({ document }) => document.file) }
  })
}
