/** Referenced values as SQL: every record on a path is joined once. */
import { sql, type RawBuilder } from 'kysely'
import type { LedgerModel, PathModel, TableModel } from '../../protocol/index.ts'

export interface JoinedPaths {
  readonly joins: RawBuilder<unknown>
  /** The path's value. */
  value(path: PathModel): RawBuilder<unknown>
}

/**
 * Joins for all paths.
 * @param start the reference a path begins with
 */
export function joinPaths(paths: readonly PathModel[], start: (column: string) => RawBuilder<unknown>): JoinedPaths {
  const aliases = new Map<string, string>()
  const joins: RawBuilder<unknown>[] = []
  for (const { steps } of paths) {
    for (const [at, { column, table }] of steps.entries()) {
      const name = pathKey(steps, at)
      if (aliases.has(name)) continue
      const before = at === 0 ? start(column) : sql.ref(`${aliases.get(pathKey(steps, at - 1))!}.${column}`)
      aliases.set(name, `_join${aliases.size}`)
      joins.push(
        sql`left join ${sql.table(table)} as ${sql.id(aliases.get(name)!)}
          on ${sql.ref(`${aliases.get(name)!}.id`)} = ${before}`,
      )
    }
  }
  return {
    joins: sql.join(joins, sql` `),
    value: ({ steps, column }) => sql.ref(`${aliases.get(pathKey(steps, steps.length - 1))!}.${column}`),
  }
}

const pathKey = (steps: PathModel['steps'], to: number): string =>
  steps
    .slice(0, to + 1)
    .map(({ column }) => column)
    .join('.')

/** One path's value, or the texts of several with `/` between them. */
export function pathText(paths: readonly PathModel[], joined: JoinedPaths): RawBuilder<unknown> {
  if (paths.length === 1) return joined.value(paths[0]!)
  return sql.join(
    paths.map((path) => sql`coalesce(${joined.value(path)}, '')`),
    sql` || '/' || `,
  )
}

/**
 * The display label of the record a dimension refers to: the ledger's own snapshot, otherwise the label of its
 * relation.
 */
export function labelPaths(table: TableModel, ledger: LedgerModel, column: string): readonly PathModel[] {
  const own = ledger.snapshots.find(
    ({ paths }) => paths.length > 1 && paths.every((path) => path.steps[0]!.column === column),
  )
  if (own) return own.paths
  const relation = table.fields.find((field) => field.name === column)?.relation
  return relation ? [{ steps: [{ column, table: relation.table }], column: relation.show }] : []
}
