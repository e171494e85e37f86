/**
 * Changes of a column's type while others read and write its table, which PostgreSQL itself would write anew with
 * nobody let in: a new column is filled beside the old one, and takes its place within milliseconds.
 */
import { createHash } from 'node:crypto'
import {
  literal,
  quoted,
  type ColumnPlan,
  type Ddl,
  type FormerNames,
  type IndexPlan,
  type Preparation,
  type SwapColumn,
  type TablePlan,
} from '../ddl.ts'
import { swapName, swapTrigger } from '../plan/object-names.ts'
import { dropConcurrently, forbidChanges, indexStatement, literalIn, plainStorage, typeOf } from './statements.ts'

/** Rows of a batch: others wait for one of them no longer than it takes. */
const batchSize = 1000

type Swap = NonNullable<Ddl['swap']>
type Facts = Parameters<Swap['of']>[2]

export const columnSwap: Swap = {
  of(table, columns, facts) {
    const names = new Names(table, columns, facts)
    return { before: preparation(names, facts), sql: swapStatements(names, facts) }
  },
  discard: (table, mark, guard) => [
    `drop trigger if exists ${quoted(swapTrigger(mark))} on ${quoted(table)}`,
    ...(guard === null ? [] : [`drop trigger if exists ${quoted(guard)} on ${quoted(table)}`]),
    `drop function if exists ${quoted(swapName(mark, 'function'))}`,
    // There is no list of them without a look at the table; indexes and checks go with their columns.
    `do $$ declare one text; begin for one in select attname from pg_attribute where attrelid = ` +
      `${regclass(table)} and not attisdropped and attname like ` +
      `${literal(swapName(mark, '%').replaceAll('_', '\\_'))} loop ` +
      `execute format('alter table %s drop column %I', ${regclass(table)}, one); end loop; end $$`,
    ...(guard === null ? [] : forbidChanges({ name: table, columns: [], indexes: [], foreignKeys: [] }, guard)),
  ],
  dependants: (table, column) => `
    with one as (select attrelid, attnum from pg_attribute
      where attrelid = to_regclass(${literal(quoted(table))}) and attname = ${literal(column)})
    select case when i.relname is not null then i.relname when g.tgname is not null then g.tgname
        when c.conname is not null then c.conname else pg_describe_object(d.classid, d.objid, d.objsubid) end as _name,
      case when i.oid is null and c.oid is null and d.classid <> 'pg_statistic_ext'::regclass then 1 else 0 end
        as _blocks
    from one join pg_depend d on d.refclassid = 'pg_class'::regclass and d.refobjid = one.attrelid
      and d.refobjsubid = one.attnum
    left join pg_class i on d.classid = 'pg_class'::regclass and i.oid = d.objid and i.relkind in ('i', 'I')
    left join pg_constraint c on d.classid = 'pg_constraint'::regclass and c.oid = d.objid
    left join pg_trigger g on d.classid = 'pg_trigger'::regclass and g.oid = d.objid
    left join pg_attrdef v on d.classid = 'pg_attrdef'::regclass and v.oid = d.objid
    where coalesce(c.contype, ' ') not in ('f', 'n')
      and not coalesce(v.adrelid = one.attrelid and v.adnum = one.attnum, false)`,
}

const regclass = (table: string): string => `${literal(quoted(table))}::regclass`

/** Names of what is made for one change. The same change finds what it made before it was interrupted. */
class Names {
  /** As it is to be. */
  readonly table: TablePlan
  /** The same under the names of now. */
  readonly tableNow: TablePlan
  readonly columns: readonly SwapColumn[]
  readonly mark: string
  readonly #former: FormerNames

  constructor(table: TablePlan, columns: readonly SwapColumn[], { indexes, guard, guarded, former }: Facts) {
    this.table = table
    this.columns = columns
    this.#former = former
    this.tableNow = {
      ...table,
      name: former.table,
      columns: table.columns.map((column) => ({ ...column, name: this.now(column.name) })),
    }
    const namesNow = columns.map(({ column }) => this.now(column.name))
    this.mark = createHash('sha256')
      .update(JSON.stringify([former.table, table.name, columns, namesNow, indexes, guard, guarded]))
      .digest('hex')
      .slice(0, 8)
  }

  get alter(): string {
    return `alter table ${quoted(this.table.name)}`
  }

  get alterNow(): string {
    return `alter table ${quoted(this.tableNow.name)}`
  }

  /** The name that a column has now. */
  now(name: string): string {
    return this.#former.column(name)
  }

  /** True = filled in, false = without an exact value, NULL = not looked at yet. */
  get state(): string {
    return this.part('state')
  }

  part(part: string): string {
    return quoted(swapName(this.mark, part))
  }

  /** The new column, by its place in the list. */
  newName(index: number): string {
    return swapName(this.mark, `column_${index}`)
  }

  /** The column as it is called while both are there. */
  asNew(name: string): string {
    const index = this.columns.findIndex(({ column }) => column.name === name)
    return index < 0 ? this.now(name) : this.newName(index)
  }
}

function preparation(names: Names, facts: Facts): Preparation {
  const { tableNow: table, columns, mark, alterNow: alter, state } = names
  const [own, open] = [quoted(table.name), swapName(mark, 'open')]
  const added = columns.map(({ column }, index) => `add column ${quoted(names.newName(index))} ${typeOf(column)}`)
  const plain = plainStorage(columns.map(({ column }, index) => ({ ...column, name: names.newName(index) })))
  return {
    table: table.name,
    mark,
    first: [
      [`${alter} ${added.join(', ')}, add column ${state} boolean`, ...plain].join(', '),
      functionStatement(names),
      `create trigger ${quoted(swapTrigger(mark))} before insert or update on ${own} for each row ` +
        `execute function ${names.part('function')}()`,
      // The rows stay as they are: what is written into a new column is what the trigger makes of the old one.
      ...(facts.guard === null
        ? []
        : [`drop trigger ${quoted(facts.guard)} on ${own}`, ...forbidChanges(table, facts.guard, facts.guarded)]),
    ],
    batch:
      `update ${own} as t set ${state} = null from (select "id" from ${own} where "id" > $1 and ${state} is null ` +
      `order by "id" limit ${batchSize} for no key update skip locked) as p ` +
      `where t."id" = p."id" returning t."id" as id`,
    indexes: [
      {
        name: open,
        create: `create index concurrently ${quoted(open)} on ${own} ("id") where ${state} is not true`,
        drop: dropConcurrently(open),
      },
      ...facts.indexes.map((index, at) => {
        const name = swapName(mark, `index_${at}`)
        return { name, create: newIndex(names, index, name), drop: dropConcurrently(name) }
      }),
    ],
    // With it the requirement needs no look at all rows while nobody is let in.
    checks: columns.flatMap(({ column }, index) => {
      const own = quoted(names.newName(index))
      const { floor } = column
      return [
        ...(column.nullable ? [] : [checkOf(names, `required_${index}`, `${own} is not null`, false)]),
        // Rows that were there before the minimum need not have it.
        ...(floor ? [checkOf(names, `floor_${index}`, `${own} >= ${literalIn(floor.least, column)}`, true)] : []),
      ]
    }),
    analyze: `analyze ${own}`,
    catchUp: `update ${own} set ${state} = null where ${state} is null`,
    count: `select count(*) as _count from ${own} where ${state} is not true`,
    rows: facts.rows,
  }
}

function checkOf(
  { alterNow: alter, mark }: Names,
  part: string,
  condition: string,
  mayFail: boolean,
): Preparation['checks'][0] {
  const name = swapName(mark, part)
  return {
    name,
    add: `${alter} add constraint ${quoted(name)} check (${condition}) not valid`,
    validate: `${alter} validate constraint ${quoted(name)}`,
    mayFail,
  }
}

function newIndex(names: Names, index: IndexPlan, name: string): string {
  const columns = names.table.columns.map((column) => ({ ...column, name: names.asNew(column.name) }))
  const { whereNull } = index
  const own = {
    ...index,
    name,
    columns: index.columns.map((name) => names.asNew(name)),
    whereNull: whereNull === null ? null : names.now(whereNull),
  }
  return indexStatement({ ...names.tableNow, columns }, own, 'concurrently ')
}

/** A value that does not fit leaves the new column empty: it must not keep others from writing the old one. */
function functionStatement(names: Names): string {
  const { columns } = names
  const unfitOf = ({ column: { name }, unfit }: SwapColumn): string | null =>
    unfit === null ? null : `${quoted(name)} is not null and (${unfit})`
  const values = columns.map((column) => {
    const unfit = column.losesDigits ? null : unfitOf(column)
    return unfit === null ? column.value : `case when ${unfit} then null else ${column.value} end`
  })
  const unfit = columns.flatMap((column) => unfitOf(column) ?? [])
  const isFit =
    unfit.length === 0 ? 'true' : `not coalesce(${unfit.map((condition) => `(${condition})`).join(' or ')}, false)`
  const targets = [...columns.map((_column, index) => quoted(names.newName(index))), names.state]
  const olds = columns.map(({ column: { name } }) => `new.${quoted(names.now(name))} as ${quoted(name)}`)
  return (
    `create or replace function ${names.part('function')}() returns trigger language plpgsql as $$\n` +
    `#variable_conflict use_column\nbegin\n  select ${[...values, isFit].join(',\n    ')}\n  ` +
    `into ${targets.map((target) => `new.${target}`).join(', ')} from (select ${olds.join(', ')}) as r;\n` +
    `  return new;\nend $$`
  )
}

/**
 * Checks, indexes and references of the old columns go with them. A table that is renamed has lost its guard by then,
 * and gets one with the new name.
 */
function swapStatements(names: Names, { indexes, guard }: Facts): readonly string[] {
  const { table, columns, mark, alter } = names
  const own = quoted(table.name)
  const isGuarded = guard !== null && guard === table.appendOnly
  const removed = [...columns.map(({ column }) => quoted(column.name)), names.state]
  return [
    `drop trigger ${quoted(swapTrigger(mark))} on ${own}`,
    `drop function ${names.part('function')}`,
    ...(isGuarded ? [`drop trigger ${quoted(guard)} on ${own}`] : []),
    ...columns.map(({ column }, index) => describedAs(table.name, column.name, names.newName(index))),
    `${alter} ${removed.map((name) => `drop column ${name}`).join(', ')}`,
    ...columns.flatMap(({ column }, index) => placed(names, column, index)),
    ...indexes.map(
      (index, at) => `alter index ${quoted(swapName(mark, `index_${at}`))} rename to ${quoted(index.name)}`,
    ),
    ...(isGuarded ? forbidChanges(table, guard) : []),
  ]
}

/** What others said of the old column holds for the new one: its comment, its statistics target, rights to it. */
function describedAs(table: string, from: string, to: string): string {
  const own = regclass(table)
  const run = (text: string, ...values: readonly string[]): string =>
    `execute format(${[literal(text), own, literal(to), ...values].join(', ')});`
  return [
    'do $$ declare old record; one record; begin',
    'select attacl, attstattarget as target, col_description(attrelid, attnum) as said into old from pg_attribute ' +
      `where attrelid = ${own} and attname = ${literal(from)};`,
    `if old.said is not null then ${run('comment on column %s.%I is %L', 'old.said')} end if;`,
    'if coalesce(old.target, -1) >= 0 then ' +
      `${run('alter table %s alter column %I set statistics %s', 'old.target::text')} end if;`,
    'for one in select privilege_type as privilege, is_grantable, case grantee when 0 then ' +
      "'public' else quote_ident(pg_get_userbyid(grantee)) end as grantee from aclexplode(old.attacl) loop",
    run(
      'grant %3$s (%2$I) on %1$s to %4$s%5$s',
      'one.privilege',
      'one.grantee',
      "case when one.is_grantable then ' with grant option' else '' end",
    ),
    'end loop; end $$',
  ].join('\n')
}

function placed(names: Names, column: ColumnPlan, index: number): readonly string[] {
  const { mark, alter } = names
  const name = quoted(column.name)
  const { floor } = column
  const value = column.default === null ? [] : [`set default ${literalIn(column.default, column)}`]
  const required = column.nullable ? [] : ['set not null']
  return [
    `${alter} rename column ${quoted(names.newName(index))} to ${name}`,
    ...[...value, ...required].map((action) => `${alter} alter column ${name} ${action}`),
    ...(column.nullable ? [] : [`${alter} drop constraint ${quoted(swapName(mark, `required_${index}`))}`]),
    ...(floor
      ? [`${alter} rename constraint ${quoted(swapName(mark, `floor_${index}`))} to ${quoted(floor.name)}`]
      : []),
  ]
}
