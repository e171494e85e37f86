/** Operations on what list and form show, and in which order. */
import { isObject, member, textsOf, type Json, type JsonObject } from '../../source/json.ts'
import type { DocumentEditor } from '../document-editor.ts'
import { entityPath, OperationError, requireName, type FormPlace, type OperationOf } from '../operation.ts'

export const columnsPlace = ['x-views', 'table', 'columns'] as const
const formPlace = ['x-views', 'form'] as const

const listAt = (editor: DocumentEditor, path: string, place: readonly (string | number)[]): readonly Json[] => {
  const value = editor.valueAt(path, place)
  return Array.isArray(value) ? (value as readonly Json[]) : []
}

const rowsOf = (part: Json | undefined): readonly (readonly string[])[] =>
  (Array.isArray(member(part, 'rows')) ? (member(part, 'rows') as readonly Json[]) : []).map(textsOf)

/**
 * Shows a field in the form; without a place as the last row of the last section. A form that names no fields shows all
 * of them and stays as it is.
 */
export function placeInForm(editor: DocumentEditor, path: string, field: string, place: FormPlace | null): void {
  const form = listAt(editor, path, formPlace)
  if (form.length === 0) return
  const last = form.findLastIndex((part) => Array.isArray(member(part, 'rows')))
  if (last < 0) return
  const { section, row, column } = place ?? { section: last, row: Infinity }
  const rows = rowsOf(form[section])
  if (!isObject(form[section]) || !Array.isArray(form[section]['rows'])) throw new OperationError('place', field)
  const rowsPlace = [...formPlace, section, 'rows']
  if (column === undefined || row >= rows.length)
    editor.edit(path, { op: 'insert', path: rowsPlace, index: row, value: [field] })
  else editor.edit(path, { op: 'insert', path: [...rowsPlace, row], index: column, value: field })
}

/**
 * Removes a field, or the grid of lines, from the form. A row goes with its last field, a section with its last row.
 */
export function removeFromForm(editor: DocumentEditor, path: string, field: string): void {
  const form = listAt(editor, path, formPlace)
  const removePart = (index: number): void => {
    if (form.length === 1) throw new OperationError('last', field)
    editor.edit(path, { op: 'remove', path: [...formPlace, index] })
  }
  for (const [section, part] of form.entries()) {
    if (member(part, 'grid') === field) return removePart(section)
    const rows = rowsOf(part)
    const row = rows.findIndex((list) => list.includes(field))
    if (row < 0) continue
    const names = rows[row] ?? []
    if (names.length > 1)
      editor.edit(path, { op: 'remove', path: [...formPlace, section, 'rows', row, names.indexOf(field)] })
    else if (rows.length > 1) editor.edit(path, { op: 'remove', path: [...formPlace, section, 'rows', row] })
    else removePart(section)
    return
  }
}

/** The place counts with the field still where it was. */
export function moveInForm(editor: DocumentEditor, { entity, field, to }: OperationOf<'moveInForm'>): void {
  const path = entityPath(entity)
  requireEntityField(editor, path, field)
  const form = listAt(editor, path, formPlace)
  if (form.length === 0) throw new OperationError('place', field)
  if (to === null) return removeFromForm(editor, path, field)
  const section = form.findIndex((part) => rowsOf(part).some((names) => names.includes(field)))
  if (section < 0) {
    if (form.some((part) => member(part, 'grid') === field)) throw new OperationError('place', field)
    return placeInForm(editor, path, field, to)
  }
  const rows = rowsOf(form[section])
  const row = rows.findIndex((list) => list.includes(field))
  const names = rows[row] ?? []
  const column = names.indexOf(field)
  const targets = rowsOf(form[to.section])
  if (!Array.isArray(member(form[to.section], 'rows')) || to.row > targets.length)
    throw new OperationError('place', field)
  // The row at the target is replaced as a whole, so that nothing is empty in between.
  const isSameRow = to.section === section && to.row === row
  if (isSameRow && to.column !== undefined) {
    const index = Math.min(to.column, names.length - 1)
    if (index !== column)
      editor.edit(path, { op: 'move', path: [...formPlace, section, 'rows', row], from: column, to: index })
    return
  }
  placeInForm(editor, path, field, to)
  const isNewRow = to.column === undefined || to.row >= targets.length
  const shift = to.section === section && isNewRow && to.row <= row ? 1 : 0
  const rowPlace = [...formPlace, section, 'rows', row + shift]
  const formerRow = textsOf(editor.valueAt(path, rowPlace))
  if (formerRow.length > 1) editor.edit(path, { op: 'remove', path: [...rowPlace, formerRow.indexOf(field)] })
  else if (listAt(editor, path, [...formPlace, section, 'rows']).length > 1)
    editor.edit(path, { op: 'remove', path: rowPlace })
  else editor.edit(path, { op: 'remove', path: [...formPlace, section] })
}

function requireEntityField(editor: DocumentEditor, path: string, field: string): void {
  if (!editor.has(path)) throw new OperationError('missing', path)
  const columns = editor.valueAt(path, ['properties', field])
  if (columns === undefined && !textsOf(editor.valueAt(path, columnsPlace)).includes(field))
    throw new OperationError('missing', field)
}

export function moveInTable(editor: DocumentEditor, { entity, field, to }: OperationOf<'moveInTable'>): void {
  const path = entityPath(entity)
  requireEntityField(editor, path, field)
  const columns = textsOf(editor.valueAt(path, columnsPlace))
  if (columns.length === 0) throw new OperationError('place', field)
  const from = columns.indexOf(field)
  if (to === null) {
    if (from < 0) throw new OperationError('missing', field)
    if (columns.length === 1) throw new OperationError('last', field)
    editor.edit(path, { op: 'remove', path: [...columnsPlace, from] })
  } else if (from < 0) editor.edit(path, { op: 'insert', path: columnsPlace, index: to, value: field })
  else if (Math.min(to, columns.length - 1) !== from)
    editor.edit(path, { op: 'move', path: columnsPlace, from, to: Math.min(to, columns.length - 1) })
}

/** A section has at least one row: a new one takes the last row of the section before it. */
export function addSection(editor: DocumentEditor, { entity, name, label, index }: OperationOf<'addSection'>): void {
  const path = entityPath(entity)
  requireName(name)
  const form = listAt(editor, path, formPlace)
  if (form.some((part) => member(part, 'section') === name)) throw new OperationError('taken', name)
  const donor = form.findLastIndex((part, position) => position < Math.max(index, 1) && rowsOf(part).length > 1)
  const rows = rowsOf(form[donor])
  const row = rows.at(-1)
  if (donor < 0 || !row) throw new OperationError('place', name)
  editor.edit(path, { op: 'remove', path: [...formPlace, donor, 'rows', rows.length - 1] })
  const value: JsonObject = { section: name, 'x-label': label, rows: [row] }
  editor.edit(path, { op: 'insert', path: formPlace, index: Math.max(index, donor + 1), value })
}

export function removeSection(editor: DocumentEditor, { entity, index }: OperationOf<'removeSection'>): void {
  const path = entityPath(entity)
  const form = listAt(editor, path, formPlace)
  const section = form[index]
  if (!Array.isArray(member(section, 'rows'))) throw new OperationError('place', String(index))
  const hasRows = (part: Json): boolean => Array.isArray(member(part, 'rows'))
  const before = form.slice(0, index).findLastIndex(hasRows)
  const target = before >= 0 ? before : form.findIndex((part, position) => position > index && hasRows(part))
  if (target < 0) throw new OperationError('last', String(index))
  const start = target < index ? Infinity : 0
  const rows = target < index ? rowsOf(section) : rowsOf(section).toReversed()
  for (const row of rows)
    editor.edit(path, { op: 'insert', path: [...formPlace, target, 'rows'], index: start, value: row })
  editor.edit(path, { op: 'remove', path: [...formPlace, index] })
}

export function moveSection(editor: DocumentEditor, { entity, from, to }: OperationOf<'moveSection'>): void {
  const path = entityPath(entity)
  const form = listAt(editor, path, formPlace)
  if (!form[from] || !form[to]) throw new OperationError('place', String(from))
  if (from !== to) editor.edit(path, { op: 'move', path: formPlace, from, to })
}
