/** Reads the lines of a body, each by the fields of its table. The database is not needed. */
import { isEmpty, kinds, linesOf, type FieldModel, type TableModel } from '../../../protocol/index.ts'
import { readBody, type Problems, type Values } from '../body.ts'
import { viewOf } from '../policy/policy.ts'
import { idOf } from '../read-id.ts'
import type { Scope } from '../../operation/scope.ts'
import { lineTableOf, type LineTable } from './read.ts'

/** The lines of one field as they were sent. */
export interface GivenLines {
  readonly field: FieldModel
  readonly table: LineTable
  readonly lines: readonly GivenLine[]
}

export interface GivenLine {
  /** Null for a new line. */
  readonly id: number | null
  /** The fields the body names, as columns store them. */
  readonly values: Values
  readonly problems: Problems
}

/** The name of a problem of a line: `product_detail.2.price`, the position counted from 0 as it was sent. */
const lineName = (field: string, index: number, name?: string): string =>
  name === undefined ? `${field}.${index}` : `${field}.${index}.${name}`

/**
 * The lines of every field the body names; adds problems of the lists as a whole.
 * @param view the owner as the caller may write it
 * @param isNew required lines that are not named are missing
 */
export function readLineBodies(
  scope: Scope,
  view: TableModel,
  body: Readonly<Record<string, unknown>>,
  isNew: boolean,
  problems: Problems,
): readonly GivenLines[] {
  return linesOf(view)
    .filter((field) => !field.readOnly)
    .flatMap((field) => {
      const input = body[field.name]
      if (input === undefined) {
        if (isNew && isNeeded(field)) problems.set(field.name, { rule: 'required' })
        return []
      }
      const items = readItems(scope, field, input ?? [], problems)
      return items === null ? [] : [givenLines(scope, view, field, items, isNew)]
    })
}

/** True when a record cannot be without lines in that field. */
export const isNeeded = ({ required, minItems = 0 }: FieldModel): boolean => required || minItems > 0

function readItems(
  scope: Scope,
  field: FieldModel,
  input: unknown,
  problems: Problems,
): readonly Readonly<Record<string, unknown>>[] | null {
  const read = kinds[field.kind].read(input === '' ? [] : input, field, scope.settings)
  if ('problem' in read) {
    problems.set(field.name, read.problem)
    return null
  }
  const items = read.value as readonly Readonly<Record<string, unknown>>[]
  const least = Math.max(field.minItems ?? 0, field.required ? 1 : 0)
  if (items.length < least)
    problems.set(field.name, least === 1 ? { rule: 'required' } : { rule: 'minItems', params: { limit: least } })
  return items
}

function givenLines(
  scope: Scope,
  view: TableModel,
  field: FieldModel,
  items: readonly Readonly<Record<string, unknown>>[],
  isNew: boolean,
): GivenLines {
  const table = lineTableOf(scope.registry, view, field.name)
  const lines = items.map((item): GivenLine => {
    const line = readBody(viewOf(scope, table.model, 'add'), item, scope.settings)
    const { id } = item
    // Taken for a new line, it would replace the one that was meant, and what only the server knows of that.
    if (!isEmpty(id) && id !== 0 && idOf(id) === null) line.problems.set('id', { rule: 'integer' })
    return { id: isNew ? null : idOf(id), ...line }
  })
  return { field, table, lines }
}

/** Problems of lines, each under the name of its line and field. */
export function namedProblems(field: FieldModel, all: readonly Problems[]): Problems {
  return new Map(
    all.flatMap((problems, index) =>
      [...problems].map(
        ([name, problem]) =>
          [name === '' ? lineName(field.name, index) : lineName(field.name, index, name), problem] as const,
      ),
    ),
  )
}
