/** A running server with groups and accounts made for a test. */
import type { ModuleManifest } from 'tablewright/protocol'
import type { AppParts } from '../../../runtime/server/app.ts'
import type { Row } from '../../../runtime/server/db/index.ts'
import { bumpAccessVersion } from '../../../runtime/server/operation/access/access-version.ts'
import { readAccess, withAncestors } from '../../../runtime/server/operation/access/access-state.ts'
import { openSession } from '../../../runtime/server/identity/session/sessions.ts'
import { createToken } from '../../../runtime/server/identity/session/tokens.ts'
import type { Engine, TestDatabase } from '../../support/databases.ts'
import { runApp, type Answer, type HandWritten, type RunningApp } from '../http/running-app.ts'

export interface TestApp {
  readonly running: RunningApp
  readonly database: TestDatabase
  /** A group with these nodes and all above them; `*` for everything. */
  group(name: string, nodes: readonly string[] | '*', more?: Row): Promise<number>
  /** An account in these groups. */
  account(username: string, groups: readonly number[], more?: Row): Promise<number>
  /** An access token of the account. */
  token(admin: number): Promise<string>
  get<Data = Record<string, unknown>>(admin: number, path: string, language?: string): Promise<Answer<Data>>
  /** As our own client, or as one of BuildAdmin's, whose unknown keys are ignored. */
  post<Data = Record<string, unknown>>(
    admin: number,
    path: string,
    payload: object,
    client?: 'ours' | 'other',
  ): Promise<Answer<Data>>
  del(admin: number, path: string, ids: readonly number[]): Promise<Answer>
  /** Id of the rule of that name. */
  rule(name: string): Promise<number>
  row(table: string, id: number): Promise<Row | undefined>
  /** The account signs in anew with its next request. */
  forget(admin: number): void
  dispose(): Promise<void>
}

export async function openTestApp(
  engine: Engine,
  ...[more = {}, manifests]: [more?: Partial<AppParts> & HandWritten, manifests?: readonly ModuleManifest[]]
): Promise<TestApp> {
  const running = await runApp(engine, { validators: async () => null, ...more }, manifests)
  const { database } = running
  const tokens = new Map<number, string>()
  const insert = (table: string, values: Row): Promise<number> =>
    database.write(async (trx) => {
      await bumpAccessVersion(trx)
      return Number(
        (
          await trx
            .insertInto(table)
            .values({ version: 1, status: 1, create_time: 1, ...values })
            .returning('id')
            .executeTakeFirstOrThrow()
        )['id'],
      )
    })
  const token = async (admin: number): Promise<string> => {
    const known =
      tokens.get(admin) ??
      (await database.write(async (trx) => {
        const sessionId = await openSession(trx, admin, { ip: '127.0.0.1', device: 'test', rotates: false })
        return createToken(trx, { accountId: admin, type: 'admin', life: 3600, sessionId })
      }))
    tokens.set(admin, known)
    return known
  }
  const headers = { 'think-lang': 'en', 'x-tablewright': '1' }
  return {
    running,
    database,
    token,
    async group(name, nodes, more = {}) {
      const state = await readAccess(database.query)
      const wanted =
        nodes === '*'
          ? ['*']
          : withAncestors(
              state,
              nodes.map((node) => [...state.rules.values()].find((rule) => rule.name === node)?.id ?? fail(node)),
            )
      return insert('admin_group', { name, rules: JSON.stringify(wanted), ...more })
    },
    account: (username, groups, more = {}) =>
      insert('admin', {
        username,
        nickname: username,
        password: 'x',
        login_failure: 0,
        group_arr: JSON.stringify(groups),
        ...more,
      }),
    get: async (admin, path, language = 'en') =>
      running.send('GET', `/admin/${path}`, {
        token: await token(admin),
        headers: { ...headers, 'think-lang': language },
      }),
    post: async (admin, path, payload, client = 'ours') =>
      running.send('POST', `/admin/${path}`, {
        token: await token(admin),
        headers: client === 'ours' ? headers : { 'think-lang': 'en' },
        payload,
      }),
    del: async (admin, path, ids) =>
      running.send('DELETE', `/admin/${path}?${ids.map((id) => `ids[]=${id}`).join('&')}`, {
        token: await token(admin),
        headers,
      }),
    rule: async (name) =>
      Number(
        (await database.query.selectFrom('admin_rule').select('id').where('name', '=', name).executeTakeFirstOrThrow())[
          'id'
        ],
      ),
    row: (table, id) => database.query.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst(),
    forget: (admin) => void tokens.delete(admin),
    dispose: () => running.dispose(),
  }
}

function fail(node: string): never {
  throw new Error(`there is no rule ${node}`)
}

/** Rows of a nested list, from the top down. */
export function flat(rows: readonly Record<string, unknown>[]): Record<string, unknown>[] {
  return rows.flatMap((row) => [row, ...flat((row['children'] ?? []) as Record<string, unknown>[])])
}
