/** What the plugins of statements read from the nodes of the query builder. */
import { ColumnNode, ValueNode, type OperationNode } from 'kysely'

/** The values of a row without expressions are bare. */
const isNode = (value: unknown): value is OperationNode =>
  typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string'

/** A value of a row to be inserted, bare or not, as a node. */
export const asNode = (value: unknown): OperationNode => (isNode(value) ? value : ValueNode.create(value))

/** Name of the column that a node refers to. Throws a TypeError for any other node. */
export function columnName(node: OperationNode): string {
  if (ColumnNode.is(node)) return node.column.name
  if ('column' in node && isNode(node.column)) return columnName(node.column)
  throw new TypeError(`no column: ${node.kind}`)
}
