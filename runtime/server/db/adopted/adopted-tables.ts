/**
 * Tables that another application created, as the rest of the server sees its own: with an integer `id`, a `version`
 * and one column for each field. Reads get a subquery in place of the table; writes name its own columns.
 *
 * There is no column to count versions in, so the version of a row is a hash of all values that its record shows. A
 * save that names a version which is no longer the row's is refused in the transaction that writes, whoever changed the
 * row: another admin, or the application the table belongs to.
 */
import { fieldOf, isColumn, type FieldModel, type StoredModel, type TableModel } from '../../../protocol/index.ts'
import { quoted } from '../ddl.ts'
import type { AdoptedSql } from './adopted-sql.ts'

/** Columns that are computed and never written: the version is the row's values, the place of a line its rank. */
const derivedColumns: readonly string[] = ['version', 'line_no']

/** Names of the key's columns in the subquery, where the id is computed from them. */
const keyAlias = (index: number): string => `_key_${index}`

/** How a field is read, and what makes its value one of the column. */
interface Mapping {
  readonly column: string
  readonly before: string
  readonly after: string
}

export class AdoptedTable {
  readonly model: TableModel
  readonly #tables: AdoptedTables
  readonly #sql: AdoptedSql

  constructor(model: TableModel, tables: AdoptedTables, sql: AdoptedSql) {
    this.model = model
    this.#tables = tables
    this.#sql = sql
  }

  /** The table in SQL. */
  get source(): string {
    return this.#sql.source(this.#adopted)
  }

  get #adopted(): NonNullable<TableModel['adopted']> {
    if (!this.model.adopted) throw new TypeError(`${this.model.id} is not adopted`)
    return this.model.adopted
  }

  /** A subquery with the columns of the model. @param withKey adds the columns that `keyMatch` compares */
  rows(withKey = false): string {
    const columns = this.model.fields
      .filter((field) => isColumn(field))
      .map((field) => `${this.expression(field, 'r')} as ${quoted(field.name)}`)
    const keys = withKey ? this.#adopted.key.map((column, index) => `r.${quoted(column)} as ${keyAlias(index)}`) : []
    return `(select ${[...columns, ...keys].join(', ')} from ${this.source} as r)`
  }

  /** The columns that tell rows apart, in the table and in the subquery. Throws where rows can only be read. */
  keyMatch(): { readonly columns: string; readonly names: string } {
    const { key, id } = this.#adopted
    if (key.length === 0 || id === 'row') throw new TypeError(`rows of ${this.model.id} can only be read`)
    const columns = key.map(quoted)
    const names = key.map((_column, index) => keyAlias(index))
    return {
      columns: columns.length === 1 ? columns.join() : `(${columns.join(', ')})`,
      names: names.join(', '),
    }
  }

  /** The value of a field in the row of `alias`. */
  expression(field: FieldModel, alias: string): string {
    const own = (column: string): string => `${alias}.${quoted(column)}`
    if (field.name === 'id') return this.id(alias)
    if (field.name === 'version') return this.#sql.hash([...this.#shown().map(own), ...this.#lineSums(own)])
    if (field.name === 'line_no' && this.model.ownedBy) return this.#rank(alias)
    const { adopted: source } = field
    if (!source) throw new TypeError(`${this.model.id} does not say where ${field.name} is stored`)
    const target = this.#targetOf(field)
    if (!target) return this.#sql.read(own(source.column), field, source)
    const { key } = target.#adopted
    const referred = source.refersTo ?? key[0] ?? ''
    if (key.length === 1 && referred === key[0]) {
      if (target.#adopted.id === 'column') return own(source.column)
      const value = own(source.column)
      return `case when ${value} is null then null else ${this.#sql.hash([value])} end`
    }
    return `(select ${target.id('o')} from ${target.source} as o where o.${quoted(referred)} = ${own(source.column)})`
  }

  /** The id of the row of `alias`. */
  id(alias: string): string {
    const { id, key } = this.#adopted
    const own = key.map((column) => `${alias}.${quoted(column)}`)
    if (id === 'hash') return this.#sql.hash(own)
    if (id !== 'row' && own[0] !== undefined) return own[0]
    const columns = this.model.fields.flatMap(({ adopted: source }) => (source ? [source.column] : []))
    return this.#sql.rowPlace(this.#adopted, alias, columns)
  }

  /** Where a value is written; null for what is never written. Throws for names that are no field. */
  mapping(name: string): Mapping | null {
    if (derivedColumns.includes(name)) return null
    const { key, id } = this.#adopted
    if (name === 'id') return id === 'column' ? { column: key[0] ?? '', before: '', after: '' } : null
    const field = fieldOf(this.model, name)
    const source = field?.adopted
    if (!field || !source) throw new TypeError(`${this.model.id} has no column for ${name}`)
    // The number of a record can be shown as a text as well; it is never written.
    if (id === 'column' && source.column === key[0]) return null
    const target = this.#targetOf(field)
    const [before, after] = target ? this.#writeReference(target, source) : this.#sql.write(field, source)
    return { column: source.column, before, after }
  }

  /** The column and value that number a new row, where the database does not. */
  numbering(): { readonly column: string; readonly value: string } | null {
    const { isNumbered, key } = this.#adopted
    const [column] = key
    if (!isNumbered || column === undefined) return null
    return { column, value: `(select coalesce(max(${quoted(column)}), 0) + 1 from ${this.source})` }
  }

  #writeReference(target: AdoptedTable, source: StoredModel): readonly [string, string] {
    const { key, id } = target.#adopted
    const referred = source.refersTo ?? key[0] ?? ''
    if (id === 'column' && referred === key[0]) return ['', '']
    return [`(select o.${quoted(referred)} from ${target.source} as o where ${target.id('o')} = `, ')']
  }

  #targetOf(field: FieldModel): AdoptedTable | undefined {
    return field.relation && !field.relation.owned ? this.#tables.find(field.relation.table) : undefined
  }

  /** Columns whose values the record shows; of bytes only the number is shown, and they are not edited. */
  #shown(): readonly string[] {
    const columns = this.model.fields.flatMap(({ adopted: source }) =>
      source && source.as !== 'size' ? [source.column] : [],
    )
    return [...new Set([...this.#adopted.key, ...columns])]
  }

  /** A document is another one when its lines are: for each kind of them a sum, cut so that it cannot overflow. */
  #lineSums(own: (column: string) => string): readonly string[] {
    return this.model.fields.flatMap(({ relation }) => {
      const lines = relation?.owned ? this.#tables.find(relation.table) : undefined
      const owner = lines?.ownerColumn
      const [key] = this.#adopted.key
      if (!lines || owner === undefined || key === undefined) return []
      const values = lines.#shown().map((column) => `l.${quoted(column)}`)
      return [
        `(select coalesce(sum(${this.#sql.hash(values)} & 1099511627775), 0) from ${lines.source} as l ` +
          `where l.${quoted(owner)} = ${own(key)})`,
      ]
    })
  }

  /** The column of a line that ties it to its document. */
  get ownerColumn(): string | undefined {
    return this.model.fields.find(({ name }) => name === this.model.ownedBy?.field)?.adopted?.column
  }

  /** The place of a line among those of its document, in the order of the key. */
  #rank(alias: string): string {
    const owner = this.ownerColumn ?? ''
    const keyTuple = (row: string): string =>
      `(${this.#adopted.key.map((column) => `${row}.${quoted(column)}`).join(', ')})`
    return (
      `(select count(*) from ${this.source} as l where l.${quoted(owner)} = ${alias}.${quoted(owner)} ` +
      `and ${keyTuple('l')} <= ${keyTuple(alias)})`
    )
  }
}

/** The adopted tables of a database, by the names of their models. */
export class AdoptedTables {
  readonly list: readonly AdoptedTable[]
  readonly #byName: ReadonlyMap<string, AdoptedTable>

  constructor(models: readonly TableModel[], sql: AdoptedSql) {
    this.list = models.filter(({ adopted }) => adopted).map((model) => new AdoptedTable(model, this, sql))
    this.#byName = new Map(this.list.map((table) => [table.model.table, table]))
  }

  find(name: string): AdoptedTable | undefined {
    return this.#byName.get(name)
  }
}
