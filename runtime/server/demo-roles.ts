/** Groups that are created with the demo data, so that roles can be tried at once. */
import type { Language } from '../protocol/index.ts'
import type { Database } from './db/database.ts'
import { nowSeconds } from './core/clock.ts'
import type { DemoRole } from './identity/permissions/derived-rules.ts'
import { bumpAccessVersion } from './operation/access/access-version.ts'
import { readAccess, withAncestors } from './operation/access/access-state.ts'

/** Adds the roles whose names are still free. Rights that do not exist are left out. @returns how many were added */
export function seedRoles(database: Database, roles: readonly DemoRole[], language: Language): Promise<number> {
  if (roles.length === 0) return Promise.resolve(0)
  return database.write(async (trx) => {
    await bumpAccessVersion(trx)
    const state = await readAccess(trx)
    const taken = new Set([...state.groups.values()].map((group) => group.name))
    const ids = new Map([...state.rules.values()].map((rule) => [rule.name.toLowerCase(), rule.id]))
    const fresh = roles.filter(({ name }) => !Object.values(name).some((one) => taken.has(one)))
    const now = nowSeconds()
    for (const { name, nodes } of fresh) {
      const rules = withAncestors(
        state,
        nodes.map((node) => ids.get(node.toLowerCase())).filter((id) => id !== undefined),
      )
      if (rules.length === 0) continue
      await trx
        .insertInto('admin_group')
        .values({
          pid: null,
          name: name[language],
          rules: JSON.stringify(rules),
          status: 1,
          create_time: now,
          update_time: now,
          version: 1,
        })
        .execute()
    }
    return fresh.length
  })
}
