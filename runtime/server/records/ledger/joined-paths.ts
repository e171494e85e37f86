/** Referenced values as SQL: every record on a path is joined once. */
import { sql, type RawBuilder } from 'kysely'
import type { LedgerModel, PathModel, TableModel } from '../../../protocol/index.ts'

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
    let previous: string | null = null
    for (const [index, { column, table }] of steps.entries()) {
      const name = pathKey(steps, index)
      const knownAlias = aliases.get(name)
      const alias: string = knownAlias ?? `_join${aliases.size}`
      if (knownAlias === undefined) {
        const reference = previous === null ? start(column) : sql.ref(`${previous}.${column}`)
        aliases.set(name, alias)
        joins.push(
          sql`left join ${sql.table(table)} as ${sql.id(alias)}
          on ${sql.ref(`${alias}.id`)} = ${reference}`,
        )
      }
      previous = alias
    }
  }
  return {
    joins: sql.join(joins, sql` `),
    // Callers ask only for the values of the paths they joined.
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
  const [first, ...others] = paths
  if (first && others.length === 0) return joined.value(first)
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
    ({ paths }) => paths.length > 1 && paths.every((path) => path.steps[0]?.column === column),
  )
  if (own) return own.paths
  const relation = table.fields.find((field) => field.name === column)?.relation
  return relation ? [{ steps: [{ column, table: relation.table }], column: relation.show }] : []
}
