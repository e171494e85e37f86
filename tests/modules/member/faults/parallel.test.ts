/** Two hundred credits and debits of one member, and a hundred guesses of a code, at the same moment. */
import { describe, expect, it } from 'vitest'
import type { Scope } from 'tablewright/server'
import { member } from '#generated/member/index.ts'
import { system } from '#generated/system/index.ts'
import { changeAsset } from '../../../../runtime/modules/member/server/assets.ts'
import { spendCode, storeCode } from '../../../../runtime/modules/member/server/codes/codes.ts'
import { memberServer } from '../../../../runtime/modules/member/server/index.ts'
import { createRegistry } from '../../../../runtime/server/core/models/registry.ts'
import { openTestApp } from '../../../server/access/access-app.ts'
import { models } from '../../../server/http/running-app.ts'
import { engines } from '../../../support/databases.ts'
import { assetProblems } from '../assets.ts'
import { partOf } from '../../../support/part-of.ts'

describe.each(engines)('the balance of a member on $name', (engine) => {
  it('agrees with its log after 200 concurrent changes (M1 to M7)', async () => {
    const app = await openTestApp(engine, { servers: [memberServer] }, [member, system])
    try {
      const root = await app.account('root', [await app.group('root', '*')])
      const body = { username: 'ann', nickname: 'ann', password: 'long enough 7', group_id: 1, gender: 0 }
      const { id } = (await app.post<{ id: number }>(root, 'user.User/add', body)).data
      const registry = createRegistry(await models([member, system]))
      const scope = partOf<Scope>({ database: app.database, registry, language: 'en', actor: null })
      const change = (amount: number, sn: number) =>
        app.database.write((trx) =>
          changeAsset({ scope, trx }, { asset: 'money', userId: id, amount, memo: 'test', source: 'adjust', sn }),
        )
      const outcomes = await Promise.allSettled(
        Array.from({ length: 200 }, (_, at) => change(at % 2 === 0 ? 100 : -90, Math.floor(at / 1.05))),
      )
      expect(outcomes.some(({ status }) => status === 'rejected')).toBe(true)
      expect(await assetProblems(app.database)).toEqual([])
    } finally {
      await app.dispose()
    }
  })
})

describe.each(engines)('a code on $name', (engine) => {
  it('T36 is used once, and is burnt by five of a hundred concurrent guesses', async () => {
    const app = await openTestApp(engine, { servers: [memberServer] }, [member, system])
    try {
      const store = (purpose: string) =>
        app.database.write((trx) => storeCode(trx, { purpose, secret: '123456', userId: 7 }))
      const spend = (purpose: string, secret: string) => app.database.write((trx) => spendCode(trx, purpose, secret))
      await store('guessed')
      await Promise.all(Array.from({ length: 100 }, () => spend('guessed', '654321')))
      const [row] = await app.database.query.selectFrom('user_code').select('tries').execute()
      expect(row).toEqual({ tries: 5 })
      expect(await spend('guessed', '123456')).toBeNull()
      await store('used')
      const uses = await Promise.all(Array.from({ length: 20 }, () => spend('used', '123456')))
      expect(uses.filter((use) => use !== null)).toEqual([{ userId: 7 }])
    } finally {
      await app.dispose()
    }
  })
})
