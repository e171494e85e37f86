/**
 * Promises of every module of the package and the flagship: its data outlives an upgrade, and a product starts without
 * it.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, inject, it } from 'vitest'
import type { FieldModel, TableModel } from 'tablewright/protocol'
import { server } from '../../runtime/main.server.ts'
import { composeServer } from '../../runtime/server/compose.ts'
import { readAccess } from '../../runtime/server/operation/access/access-state.ts'
import { applyPlan, planDatabase, type Row } from '../../runtime/server/db/index.ts'
import { openTestSite } from '../../runtime/testing/index.ts'
import { openTestApp } from '../server/access/access-app.ts'
import { inserter } from '../server/safety/roles.ts'
import { moduleEngines } from '../support/databases.ts'

/** The tables of all modules as the version before had them. */
const before = JSON.parse(
  gunzipSync(readFileSync(join(import.meta.dirname, '../support/products/modules-0.1.0.json.gz'))).toString(),
) as readonly TableModel[]

const parts = server.modules.filter(({ manifest }) => manifest.name !== 'system')

describe.each(moduleEngines)('an upgrade of all modules on $name', (engine) => {
  it('takes safe steps alone from the version before, and keeps every row', async () => {
    const database = await engine.open(before)
    try {
      const insert = inserter(database, before)
      const tables = before.filter(({ storage, ownedBy }) => storage === 'table' && !ownedBy)
      const admins = tables.filter(({ id }) => id === 'system/admin')
      const [owner = 0] = await Promise.all(admins.map((model) => insert(model, null)))
      for (const model of tables) await insert(model, owner)
      const count = async () =>
        Object.fromEntries(
          await Promise.all(
            tables.map(async ({ table }) => {
              const rows = await database.query.selectFrom(table).selectAll().orderBy('id').execute()
              return [table, rows] as const
            }),
          ),
        )
      const rows = await count()
      const models = await server.models()
      const { steps } = await planDatabase(database, models)
      expect(steps.filter((step) => step.class !== 'safe')).toEqual([])
      await applyPlan(database, models)
      const after = await count()
      for (const [table, list] of Object.entries(rows))
        expect({ table, rows: after[table] }).toMatchObject({ table, rows: list })
      expect((await planDatabase(database, models)).steps).toEqual([])
    } finally {
      await database.dispose()
    }
  })
})

/** Tables that keep rows of a deleted member on purpose. */
const ledgersAndCodes = [
  // Codes are over after ten minutes, and sign nobody in whose account is empty.
  'user_code',
  // Ledgers never change.
  'user_money_log',
  'user_score_log',
]

/** Rows of these tables have ended: those under way speak against a deletion. */
const ended: Readonly<Record<string, Row>> = {
  pay_log: { state: 2 },
  shop_order: { status: 4 },
  shop_refund: { status: 3 },
}

/** The member as the column names one: alone, or in a list. */
const valueOf = ({ kind }: FieldModel, member: number): number | string =>
  kind === 'references' ? JSON.stringify([member]) : member

describe.each(moduleEngines)('all modules on $name', (engine) => {
  it('have roles, and delete what they have of a member, or keep it on purpose', async () => {
    const list = await server.models()
    const app = await openTestApp(
      engine,
      { servers: server.modules.flatMap((module) => module.server ?? []) },
      server.modules.map(({ manifest }) => manifest),
    )
    try {
      const root = await app.account('root', [await app.group('root', '*')])
      const { rules } = await readAccess(app.database.query)
      const nodes = new Set([...rules.values()].map(({ name }) => name))
      for (const { manifest, server: own } of parts) {
        const roles = own?.roles ?? []
        const names = roles.filter((role) => role.nodes.some((node) => nodes.has(node))).map(({ name }) => name.en)
        expect([manifest.name, names.length > 0, names]).toEqual([
          manifest.name,
          true,
          roles.map(({ name }) => name.en),
        ])
      }
      const insert = inserter(app.database, list)
      const modelOf = (entity: string) => list.find(({ id }) => id === entity)!
      const account = { money: 0, score: 0, email: 'kim@example.com', mobile: '13900001234', status: 'enable' }
      const member = await insert(modelOf('member/user'), root, account)
      const refersToMember = ({ name, relation }: FieldModel) => name === 'user_id' || relation?.to === 'member/user'
      // Tokens are deleted with their session.
      const tables = list.flatMap((model) =>
        model.storage !== 'table' || model.table === 'token'
          ? []
          : model.fields
              .filter(refersToMember)
              .map((field) => ({ model, name: field.name, value: valueOf(field, member) })),
      )
      expect(tables.length).toBeGreaterThan(ledgersAndCodes.length)
      for (const { model, name, value } of tables) await insert(model, root, { [name]: value, ...ended[model.table] })
      for (const text of ['first', 'second'])
        await insert(modelOf('member/notice'), root, { user_id: member, kind: text })
      for (const [table, values] of [
        ['mail_log', { recipient: account.email }],
        ['sms_log', { mobile: account.mobile }],
      ] as const)
        await insert(
          list.find((model) => model.table === table)!,
          root,
          values,
        )
      expect(await app.post(root, 'user.User/erase', { id: member, reason: 'asked for it' })).toMatchObject({ code: 1 })
      const left = new Set<string>()
      for (const { model, name, value } of tables) {
        const rows = await app.database.query.selectFrom(model.table).select(name).where(name, '=', value).execute()
        if (rows.length > 0) left.add(model.table)
      }
      expect([...left].toSorted()).toEqual(ledgersAndCodes)
      // No table has the addresses any more, the log of what administrators entered excepted.
      for (const { table, storage } of list)
        if (storage === 'table' && table !== 'admin_log') {
          const text = JSON.stringify(await app.database.query.selectFrom(table).selectAll().execute())
          for (const address of [account.email, account.mobile])
            expect({ table, isNamed: text.includes(address) }).toEqual({ table, isNamed: false })
        }
    } finally {
      await app.dispose()
    }
  })
})

/** The module, and those whose tables refer to one of its tables. */
async function withDependents(name: string): Promise<ReadonlySet<string>> {
  const names = new Set([name])
  for (const { module, fields } of await server.models())
    if (fields.some(({ relation }) => relation?.to.startsWith(`${name}/`))) names.add(module)
  return names
}

describe('a product', () => {
  it.each(parts.map(({ manifest }) => manifest.name))('starts without the module %s', async (name) => {
    const names = await withDependents(name)
    const modules = server.modules.filter(({ manifest }) => !names.has(manifest.name))
    const site = await openTestSite(composeServer({ modules, describeTables: server.describeTables }), {
      readerScript: inject('reader'),
    })
    try {
      const admin = await site.admin()
      expect(await admin.get('/admin/Index/index')).toMatchObject({ code: 1 })
    } finally {
      await site.close()
    }
  })
})
