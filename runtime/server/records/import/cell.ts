/** Reads cells of a file as values of fields. Texts stay unchanged, byte for byte. */
import {
  columnType,
  refersToOne,
  type FieldModel,
  type FieldProblem,
  type KindContext,
  type OptionModel,
  type StoredValue,
  type TableModel,
} from '../../../protocol/index.ts'
import { readField } from '../body.ts'

/** A value for the column, the text that names a record of the target, or the rule it breaks. */
export type ReadCell =
  | { readonly stored: StoredValue }
  | { readonly target: string }
  | { readonly problem: FieldProblem }

/** The form into which a spreadsheet changes long codes: 8.51E+04, 1.23457E+12. */
const damaged = /^[+-]?\d(\.\d+E[+-]?|E[+-])\d{1,3}$/i

/** Fields whose texts are codes that identify records. */
export function codeFields(model: TableModel): ReadonlySet<string> {
  return new Set([...model.key, ...model.indexes.filter((index) => index.unique).flatMap((index) => index.on)])
}

export function readCell(field: FieldModel, cell: string, codes: ReadonlySet<string>, context: KindContext): ReadCell {
  if (refersToOne(field)) return cell.trim() === '' ? readField(field, null, context) : { target: cell }
  if (columnType(field) === 'text' && !field.options) {
    return codes.has(field.name) && damaged.test(cell.trim())
      ? { problem: { rule: 'damaged', params: { value: cell } } }
      : readField(field, cell, context)
  }
  return readField(field, plainInput(field, cell.trim()), context)
}

function plainInput(field: FieldModel, text: string): unknown {
  if (text === '' || !field.options) return text
  return columnType(field) === 'json'
    ? text.split(/[,，]/).map((part) => optionValue(field, part.trim()))
    : optionValue(field, text)
}

/** An option by its value, its label in any language or its name. */
function optionValue({ options = [] }: FieldModel, text: string): string | number {
  const isMatch = (option: OptionModel): boolean =>
    String(option.value) === text || Object.values(option.label).includes(text) || option.name === text
  return options.find(isMatch)?.value ?? text
}
