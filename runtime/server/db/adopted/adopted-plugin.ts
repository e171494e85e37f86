/**
 * Puts adopted tables into statements: what is read from one is read from a subquery with the columns of its model, and
 * what is written is written to its own columns. Everything else about a statement stays as it is, so that operations
 * need not know whose table it is.
 */
import type { DeleteQueryNode, InsertQueryNode, UpdateQueryNode } from 'kysely'
import {
  AliasNode,
  ColumnNode,
  ColumnUpdateNode,
  FromNode,
  IdentifierNode,
  OperationNodeTransformer,
  RawNode,
  ReturningNode,
  SelectionNode,
  TableNode,
  ValueListNode,
  ValuesNode,
  WhereNode,
  type KyselyPlugin,
  type OperationNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryResult,
  type ReferenceNode,
  type RootOperationNode,
  type UnknownRow,
} from 'kysely'
import { asNode, columnName } from '../query-nodes.ts'
import { isColumn } from '../../../protocol/index.ts'
import { quoted } from '../ddl.ts'
import { isMarked } from '../column-storage.ts'
import type { AdoptedTable, AdoptedTables } from './adopted-tables.ts'

export class AdoptedPlugin implements KyselyPlugin {
  readonly #transformer: Transformer

  constructor(tables: AdoptedTables) {
    this.#transformer = new Transformer(tables)
  }

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    return this.#transformer.transformNode(node)
  }

  transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return Promise.resolve(result)
  }
}

class Transformer extends OperationNodeTransformer {
  readonly #tables: AdoptedTables

  constructor(tables: AdoptedTables) {
    super()
    this.#tables = tables
  }

  /** What a reference names is an alias, never the table itself. */
  protected override transformReference(node: ReferenceNode): ReferenceNode {
    return node
  }

  protected override transformNodeImpl<T extends OperationNode>(node: T): T {
    if (TableNode.is(node)) {
      const table = this.#find(node)
      if (table) return asAlias(table) as OperationNode as T
    }
    return super.transformNodeImpl(node)
  }

  protected override transformAlias(node: AliasNode): AliasNode {
    const table = TableNode.is(node.node) ? this.#find(node.node) : undefined
    return table ? AliasNode.create(RawNode.createWithSql(table.rows()), node.alias) : super.transformAlias(node)
  }

  /** In SQL of our own the table may have an alias after it; without one it keeps its name. */
  protected override transformRaw(node: RawNode): RawNode {
    const parameters = node.parameters.map((parameter, index) => {
      const table = this.#find(only(parameter))
      if (!table) return this.transformNode(parameter)
      const isTarget = isMarked(node) && node.mark.use === 'target'
      if (isTarget || /\b(into|update|delete\s+from)\s*$/i.test(node.sqlFragments[index] ?? ''))
        throw new TypeError(`this statement cannot write to ${table.model.id}, which is adopted`)
      const hasAlias = /^\s+as\s/i.test(node.sqlFragments[index + 1] ?? '')
      return hasAlias ? RawNode.createWithSql(table.rows()) : asAlias(table)
    })
    const { mark } = isMarked(node) ? node : {}
    return { ...RawNode.create(node.sqlFragments, parameters), ...(mark && { mark }) }
  }

  protected override transformInsertQuery(node: InsertQueryNode): InsertQueryNode {
    const table = this.#find(node.into)
    if (!table) return super.transformInsertQuery(node)
    if (node.onConflict || !node.columns || !node.values || !ValuesNode.is(node.values))
      throw new TypeError(`this statement cannot insert into ${table.model.id}, which is adopted`)
    const mappings = node.columns.map(({ column }) => table.mapping(column.name))
    const isGiven = node.columns.some(({ column }) => column.name === 'id')
    const numbering = isGiven ? null : table.numbering()
    const rows = node.values.values.map((row) => {
      const values = 'values' in row ? row.values : []
      const mapped = values.flatMap((value, index): readonly OperationNode[] => {
        const mapping = mappings[index]
        return mapping ? [around(mapping, this.transformNode(asNode(value)))] : []
      })
      return ValueListNode.create([...mapped, ...(numbering ? [RawNode.createWithSql(numbering.value)] : [])])
    })
    const columns = [
      ...mappings.flatMap((mapping) => (mapping ? [mapping.column] : [])),
      ...(numbering ? [numbering.column] : []),
    ]
    return {
      ...super.transformInsertQuery({ ...node, values: ValuesNode.create([]) }),
      into: sourceOf(table),
      columns: columns.map((name) => ColumnNode.create(name)),
      values: ValuesNode.create(rows),
      ...(node.returning && { returning: returningOf(table, node.returning) }),
    }
  }

  protected override transformUpdateQuery(node: UpdateQueryNode): UpdateQueryNode {
    const table = node.table ? this.#find(node.table) : undefined
    if (!table) return super.transformUpdateQuery(node)
    const updates = (node.updates ?? []).flatMap(({ column, value }) => {
      const mapping = table.mapping(columnName(column))
      return mapping
        ? [ColumnUpdateNode.create(ColumnNode.create(mapping.column), around(mapping, this.transformNode(value)))]
        : []
    })
    return {
      ...node,
      table: sourceOf(table),
      // A change of the version alone still has to find the row.
      updates: updates.length > 0 ? updates : [sameKey(table)],
      where: this.#where(table, node.where),
      ...(node.returning && { returning: returningOf(table, node.returning) }),
    }
  }

  protected override transformDeleteQuery(node: DeleteQueryNode): DeleteQueryNode {
    const [from] = node.from.froms
    const table = this.#find(from)
    if (!table) return super.transformDeleteQuery(node)
    return {
      ...node,
      from: FromNode.create([sourceOf(table)]),
      where: this.#where(table, node.where),
      ...(node.returning && { returning: returningOf(table, node.returning) }),
    }
  }

  /** Rows are found as they are read, and written by their key. */
  #where(table: AdoptedTable, where: WhereNode | undefined): WhereNode {
    const { columns, names } = table.keyMatch()
    const start = `${columns} in (select ${names} from ${table.rows(true)} as ${quoted(table.model.table)}`
    if (!where) return WhereNode.create(RawNode.createWithSql(`${start})`))
    return WhereNode.create(RawNode.create([`${start} where `, ')'], [this.transformNode(where.where)]))
  }

  #find(node: OperationNode | undefined): AdoptedTable | undefined {
    if (!node || !TableNode.is(node) || node.table.schema) return undefined
    return this.#tables.find(node.table.identifier.name)
  }
}

/** `sql.table(…)` within other SQL arrives as a node that contains nothing else. */
function only(node: OperationNode): OperationNode {
  const [child, ...others] = RawNode.is(node) && node.sqlFragments.every((text) => text === '') ? node.parameters : []
  return child && others.length === 0 && TableNode.is(child) ? child : node
}

const asAlias = (table: AdoptedTable): AliasNode =>
  AliasNode.create(RawNode.createWithSql(table.rows()), IdentifierNode.create(table.model.table))

/** Statements write to the table itself. The compiler prints the node, whatever its kind. */
const sourceOf = (table: AdoptedTable): TableNode => RawNode.createWithSql(table.source) as OperationNode as TableNode

function sameKey(table: AdoptedTable): ColumnUpdateNode {
  const column = table.model.adopted?.key[0] ?? ''
  return ColumnUpdateNode.create(ColumnNode.create(column), RawNode.createWithSql(quoted(column)))
}

function around({ before, after }: { readonly before: string; readonly after: string }, value: OperationNode) {
  return before === '' && after === '' ? value : RawNode.create([before, after], [value])
}

/** Columns of the model, read from the row that was written. */
function returningOf(table: AdoptedTable, { selections }: ReturningNode): ReturningNode {
  // A statement knows the table it writes to by its own name, without that of its schema.
  const own = quoted(table.model.adopted?.table ?? '')
  const names = selections.flatMap(({ selection }) =>
    selection.kind === 'SelectAllNode'
      ? table.model.fields.filter((field) => isColumn(field)).map(({ name }) => name)
      : [columnName(selection)],
  )
  return ReturningNode.create(
    names.map((name) => {
      const field = table.model.fields.find((candidate) => candidate.name === name)
      if (!field) throw new TypeError(`${table.model.id} has no field ${name}`)
      const text = table.expression(field, own)
      return SelectionNode.create(
        AliasNode.create(RawNode.createWithSql(text), IdentifierNode.create(name)) as OperationNode as ColumnNode &
          AliasNode,
      )
    }),
  )
}
