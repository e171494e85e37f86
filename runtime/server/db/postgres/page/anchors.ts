/**
 * Pages far from the first one begin at a row whose position is known; see `Keyset`. An anchor holds as long as the
 * snapshot in which it was found: two equal ones see the same rows, so that the statement itself can tell whether it
 * still does, and looks for it again where it does not.
 */
import { anchorPosition, AnchorStore } from '../../anchor-store.ts'
import type { Keyset } from '../../database.ts'
import type { Statement } from '../../tables.ts'
import { listOf, shifted } from './statement.ts'

/** What the statement of an anchored page answers. */
export interface AnchoredRow {
  /** JSON text of the rows. */
  readonly list: string
  readonly count: number
  readonly anchor: number | null
  /** That of the data which the statement has read. */
  readonly version: string
}

export class Anchors {
  readonly #store = new AnchorStore()

  /** The statement that reads the page and its count from the last anchor before it, known or not. */
  statementOf(keyset: Keyset, count: Statement): Statement {
    const id = this.#store.of(keyset.anchor).get(anchorPosition(keyset.offset))
    return anchoredStatement(keyset, count, id === undefined ? null : { id, version: this.#store.version })
  }

  /** To be called with the answer to that statement. */
  note({ anchor, offset }: Keyset, { anchor: id, version }: AnchoredRow): void {
    this.#store.useVersion(version)
    if (id !== null) this.#store.of(anchor).set(anchorPosition(offset), id)
  }
}

/** Another server, which may have taken over from the one before with fewer commits, counts its own transactions. */
const version = `pg_current_snapshot()::text || ' ' || pg_postmaster_start_time()::text`

function anchoredStatement(
  keyset: Keyset,
  count: Statement,
  known: { readonly id: number; readonly version: string } | null,
): Statement {
  const position = anchorPosition(keyset.offset)
  const parameters: unknown[] = [known?.version ?? '', known?.id ?? null]
  const add = (text: string, values: readonly unknown[]): string => {
    const own = shifted(text, parameters.length)
    parameters.push(...values)
    return own
  }
  const found = add(count.sql, count.parameters)
  const looked = add(keyset.anchor.sql, [...keyset.anchor.parameters.slice(0, -1), position])
  const rows = keyset.rows.parameters
  const limit = rows.at(-2)
  const values = [...rows.slice(0, -3), limit, keyset.offset - position]
  const list = add(fromAnchor(keyset.rows.sql, rows.length - 2), values)
  return {
    sql: `with _found(n) as materialized (${found}), _data(version) as materialized (select ${version}),
      _anchor(id) as materialized (select case when version = $1 then $2::bigint else (${looked}) end from _data)
      select case when (select n from _found) = 0 then '[]' else ${listOf(list)} end as list,
        (select n from _found) as count, (select id from _anchor) as anchor, (select version from _data) as version`,
    parameters,
  }
}

/** The statement with the anchor in place of the parameter of that number; later ones move up. */
const fromAnchor = (sql: string, at: number): string =>
  sql.replace(/\$(\d+)/g, (all, number: string) => {
    if (Number(number) === at) return '(select id from _anchor)'
    return Number(number) > at ? `$${Number(number) - 1}` : all
  })
