/**
 * Puts tables with NUMERIC columns into statements in terms of integers. What is read from one is read from a subquery,
 * which PostgreSQL merges into the statement; what is written is converted. A statement that would read or write such a
 * column in the wrong unit is refused: it would be out by a factor.
 */
import type { ColumnUpdateNode, DeleteQueryNode, InsertQueryNode, OnConflictNode, UpdateQueryNode } from 'kysely'
import {
  AliasNode,
  ColumnNode,
  FromNode,
  IdentifierNode,
  OperationNodeTransformer,
  RawNode,
  ReferenceNode,
  SelectionNode,
  TableNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
  type KyselyPlugin,
  type OperationNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryResult,
  type ReturningNode,
  type RootOperationNode,
  type SelectAllNode,
  type SelectQueryNode,
  type UnknownRow,
} from 'kysely'
import { asNode, columnName } from '../query-nodes.ts'
import { quoted } from '../ddl.ts'
import { isMarked, type MarkedNode } from '../column-storage.ts'
import {
  aroundUnit,
  integerRows,
  storedName,
  unitOf,
  type NumericColumns,
  type NumericTable,
} from './numeric-columns.ts'

export class NumericPlugin implements KyselyPlugin {
  readonly #columns: NumericColumns

  constructor(columns: NumericColumns) {
    this.#columns = columns
  }

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    if (this.#columns.isEmpty || !kinds.includes(node.kind)) return node
    if (RawNode.is(node) && isMarked(node) && node.mark.use === 'text') return node
    return new Transformer(this.#columns).transformStatement(node)
  }

  transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return Promise.resolve(result)
  }
}

/** Statements on rows; those on tables have no values. */
const kinds: readonly string[] = ['SelectQueryNode', 'InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode', 'RawNode']

/** The table whose rows the statement writes, by the name it has there. */
interface Target {
  readonly table: NumericTable
  readonly alias: string
  /** The names without an alias are those of a subquery. */
  readonly isOuter?: boolean
}

class Transformer extends OperationNodeTransformer {
  readonly #columns: NumericColumns
  /** Subqueries of this statement. Which columns they need is known only at its end. */
  readonly #opened: { readonly table: NumericTable; readonly sqlFragments: string[] }[] = []
  readonly #compared = new Set<string>()
  /** What the statement names, columns among them; null = it asks for all columns. */
  #names: Set<string> | null = new Set()
  #target: Target | null = null

  constructor(columns: NumericColumns) {
    super()
    this.#columns = columns
  }

  transformStatement(node: RootOperationNode): RootOperationNode {
    const transformed = this.transformNode(node)
    for (const { table, sqlFragments } of this.#opened)
      sqlFragments[0] = integerRows(table, this.#names, this.#compared.has(table.name))
    return transformed
  }

  protected override transformNodeImpl<T extends OperationNode>(node: T): T {
    if (TableNode.is(node)) {
      const table = this.#find(node)
      if (table) return AliasNode.create(this.#rows(table), IdentifierNode.create(table.name)) as OperationNode as T
    }
    return super.transformNodeImpl(node)
  }

  /** What a reference names is an alias, never the table itself. */
  protected override transformReference(node: ReferenceNode): ReferenceNode {
    if (!ColumnNode.is(node.column)) {
      this.#names = null
      return node
    }
    this.#names?.add(node.column.column.name)
    if (!this.#target) return node
    const { table, alias, isOuter } = this.#target
    const scale = table.columns.get(node.column.column.name) ?? 0
    const of = node.table?.table.identifier.name
    if (scale === 0 || (of === undefined ? isOuter : of !== alias)) return node
    return RawNode.createWithSql(
      unitOf(`${quoted(alias)}.${quoted(node.column.column.name)}`, scale),
    ) as OperationNode as ReferenceNode
  }

  protected override transformIdentifier(node: IdentifierNode): IdentifierNode {
    this.#refuse(node.name)
    this.#names?.add(node.name)
    return node
  }

  protected override transformSelectAll(node: SelectAllNode): SelectAllNode {
    this.#names = null
    return node
  }

  protected override transformAlias(node: AliasNode): AliasNode {
    const table = TableNode.is(node.node) ? this.#find(node.node) : undefined
    return table ? AliasNode.create(this.#rows(table), node.alias) : super.transformAlias(node)
  }

  /** In a subquery of a statement that writes, its row is known by its alias alone, or not at all. */
  protected override transformSelectQuery(node: SelectQueryNode): SelectQueryNode {
    const alias = this.#target?.alias
    const hidden = node.from?.froms.some((from) => (aliasOf(from) ?? tableName(from)) === alias)
    const target = this.#target && !hidden ? { ...this.#target, isOuter: true } : null
    return this.#within(target, () => super.transformSelectQuery(node))
  }

  /** In SQL of our own the table may have an alias after it; without one it keeps its name. */
  protected override transformRaw(node: RawNode): RawNode {
    if (isMarked(node)) return this.#marked(node) as RawNode
    const tableName = node.sqlFragments.map((text) => this.#columns.namedIn(text)).find((name) => name !== null)
    if (tableName) throw new TypeError(`this statement must name ${tableName} with sql.table or targetTable`)
    for (const text of node.sqlFragments) this.#read(text)
    const parameters = node.parameters.map((parameter, index) => {
      const table = this.#find(only(parameter))
      if (!table) return this.transformNode(parameter)
      if (/\b(?:into|update|delete\s+from)\s*$/i.test(node.sqlFragments[index] ?? '')) throw wrongUnit(table.name)
      const rows = this.#rows(table)
      return alias.test(node.sqlFragments[index + 1] ?? '')
        ? rows
        : AliasNode.create(rows, IdentifierNode.create(table.name))
    })
    return RawNode.create(node.sqlFragments, parameters)
  }

  /** Within a statement that writes, SQL by hand would read the column as it is stored. */
  #refuse(name: string): void {
    if (!this.#target || this.#target.isOuter) return
    if ((this.#target.table.columns.get(name) ?? 0) > 0) throw wrongUnit(`${this.#target.table.name}.${name}`)
  }

  /** Names in text that was written by hand. */
  #read(text: string): void {
    if (allColumns.test(text)) this.#names = null
    for (const [name] of text.matchAll(/\w+/g)) this.#names?.add(name)
    for (const [name] of text.matchAll(columnWords)) this.#refuse(name)
  }

  #marked({ mark: { use, table: name, column, alias }, parameters: [inner] }: MarkedNode): OperationNode {
    if (use === 'target') return RawNode.createWithSql(quoted(name))
    const table = this.#columns.find(name)
    const scale = table?.columns.get(column) ?? 0
    this.#names?.add(column)
    const own = alias === null ? quoted(column) : `${quoted(alias)}.${quoted(column)}`
    // Every mark has a node within.
    if (use === 'value') return around(scale, this.transformNode(inner!))
    if (use === 'unit') return RawNode.createWithSql(unitOf(own, scale))
    if (scale === 0) return RawNode.createWithSql(own)
    this.#compared.add(name)
    return RawNode.createWithSql(`${quoted(alias ?? name)}.${quoted(storedName(column))}`)
  }

  protected override transformInsertQuery(node: InsertQueryNode): InsertQueryNode {
    const table = this.#find(node.into)
    if (!table || !node.into) return super.transformInsertQuery(node)
    const { into, columns = [], values, onConflict, returning, ...others } = node
    const scales = columns.map(({ column }) => table.columns.get(column.name) ?? 0)
    const target = { table, alias: table.name }
    return {
      ...super.transformInsertQuery(others),
      into,
      columns,
      ...(values && { values: this.#inserted(table, scales, values) }),
      ...(onConflict && { onConflict: this.#within(target, () => this.#conflict(table, onConflict)) }),
      ...(returning && { returning: this.#within(target, () => this.#returning(table, returning)) }),
    }
  }

  #inserted(table: NumericTable, scales: readonly number[], values: OperationNode): OperationNode {
    if (scales.every((scale) => scale === 0)) return this.transformNode(values)
    if (!ValuesNode.is(values)) throw wrongUnit(table.name)
    const rows = values.values.map((row) =>
      ValueListNode.create(
        row.values.map((value, index) => {
          const own = this.transformNode(asNode(value))
          return own.kind === 'DefaultInsertValueNode' ? own : around(scales[index] ?? 0, own)
        }),
      ),
    )
    return ValuesNode.create(rows)
  }

  /** What is taken from the row that was to be inserted is stored already. */
  #conflict(table: NumericTable, { updates, ...others }: OnConflictNode): OnConflictNode {
    const updated = updates?.map((update): ColumnUpdateNode => {
      const scale = table.columns.get(columnName(update.column)) ?? 0
      if (scale === 0) return { ...update, value: this.transformNode(update.value) }
      if (ValueNode.is(update.value)) return { ...update, value: around(scale, update.value) }
      if (!isExcluded(update.value, columnName(update.column))) throw wrongUnit(table.name)
      return update
    })
    return { ...super.transformOnConflict(others), ...(updated && { updates: updated }) }
  }

  protected override transformUpdateQuery(node: UpdateQueryNode): UpdateQueryNode {
    const { table: written, updates = [], returning, from, with: withNode, ...others } = node
    const table = this.#find(tableOf(written))
    if (!table || !written) return super.transformUpdateQuery(node)
    const target = { table, alias: aliasOf(written) ?? table.name }
    const rest = {
      ...(from && { from: this.transformNode(from) }),
      ...(withNode && { with: this.transformNode(withNode) }),
    }
    return this.#within(target, () => ({
      ...super.transformUpdateQuery(others),
      ...rest,
      table: written,
      updates: updates.map((update) => ({
        ...update,
        value: around(table.columns.get(columnName(update.column)) ?? 0, this.transformNode(update.value)),
      })),
      ...(returning && { returning: this.#returning(table, returning) }),
    }))
  }

  protected override transformDeleteQuery(node: DeleteQueryNode): DeleteQueryNode {
    const { from, returning, ...others } = node
    const [written, ...further] = from.froms
    const table = this.#find(tableOf(written))
    if (!table || !written || further.length > 0) return super.transformDeleteQuery(node)
    const target = { table, alias: aliasOf(written) ?? table.name }
    return this.#within(target, () => ({
      ...super.transformDeleteQuery({ ...others, from: FromNode.create([]) }),
      from,
      ...(returning && { returning: this.#returning(table, returning) }),
    }))
  }

  #returning(table: NumericTable, { kind, selections }: ReturningNode): ReturningNode {
    const all = [...table.columns.keys()].map((name) => SelectionNode.create(referenceTo(name)))
    const expanded = selections.flatMap((selection) => (isAll(selection.selection) ? all : [selection]))
    return {
      kind,
      selections: expanded.map((node) => {
        const { selection } = node
        if (!ReferenceNode.is(selection) || !ColumnNode.is(selection.column)) return this.transformNode(node)
        const alias = IdentifierNode.create(selection.column.column.name)
        return SelectionNode.create(
          AliasNode.create(this.transformNode(selection), alias) as OperationNode as ReferenceNode,
        )
      }),
    }
  }

  #within<T>(target: Target | null, work: () => T): T {
    const before = this.#target
    this.#target = target
    const result = work()
    this.#target = before
    return result
  }

  #rows(table: NumericTable): RawNode {
    const sqlFragments = ['']
    this.#opened.push({ table, sqlFragments })
    return { kind: 'RawNode', sqlFragments, parameters: [] }
  }

  #find(node: OperationNode | undefined): NumericTable | undefined {
    if (!node || !TableNode.is(node) || node.table.schema) return undefined
    return this.#columns.find(node.table.identifier.name)
  }
}

const wrongUnit = (what: string): TypeError =>
  new TypeError(`this statement would use ${what} in the wrong unit; see db/stored.ts`)

/** `sql.table(…)` within other SQL arrives as a node that contains nothing else. */
function only(node: OperationNode): OperationNode {
  if (!RawNode.is(node) || isMarked(node) || node.sqlFragments.some((text) => text !== '')) return node
  const [child, ...others] = node.parameters
  return child && others.length === 0 ? only(child) : node
}

const around = (scale: number, value: OperationNode): OperationNode =>
  scale === 0 ? value : RawNode.create(aroundUnit(scale), [value])

const tableOf = (node: OperationNode | undefined): OperationNode | undefined =>
  node && AliasNode.is(node) ? node.node : node

const aliasOf = (node: OperationNode): string | null =>
  AliasNode.is(node) && IdentifierNode.is(node.alias) ? node.alias.name : null

const tableName = (node: OperationNode): string | null => (TableNode.is(node) ? node.table.identifier.name : null)

const referenceTo = (name: string): ReferenceNode => ReferenceNode.create(ColumnNode.create(name))

const isAll = (node: OperationNode): boolean =>
  node.kind === 'SelectAllNode' || (ReferenceNode.is(node) && node.column.kind === 'SelectAllNode')

/** A word after a table that begins no other part of the statement. */
const alias = new RegExp(
  String.raw`^\s+(?!(?:where|on|join|left|right|inner|cross|full|natural|using|group|order|having|window|limit|` +
    String.raw`offset|union|except|intersect|for|returning)\b)\w`,
  'i',
)

/** Words that can be columns, which an alias, a table before a point and a function before its arguments are not. */
const columnWords = /(?<!\bas\s+)\b\w+\b(?!\s*[.(])/gi

/** `*` in the place of columns, which a product or a count has not. */
const allColumns = /(?:\bselect|\bdistinct|[.,])\s*\*/i

/** `excluded.column`, as a reference or as SQL. */
function isExcluded(node: OperationNode, name: string): boolean {
  if (ReferenceNode.is(node)) return node.table?.table.identifier.name === 'excluded' && columnName(node) === name
  if (!RawNode.is(node)) return false
  const [child] = node.parameters
  if (node.sqlFragments.every((text) => text === '') && child) return isExcluded(child, name)
  return node.sqlFragments[0] === 'excluded.' && child !== undefined && namesOnly(child, name)
}

function namesOnly(node: OperationNode, name: string): boolean {
  if (IdentifierNode.is(node)) return node.name === name
  const [child, ...others] = RawNode.is(node) ? node.parameters : []
  return child !== undefined && others.length === 0 && namesOnly(child, name)
}
