/**
 * The advice of plans, followed on both engines: the schemas that it asks for pass every check, the plan accepts them,
 * and the database ends up to date with its records intact. All pieces of advice share one database.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applyPlan, planDatabase, type Database } from '../../../../runtime/server/db/index.ts'
import { runText } from '../../../../runtime/server/db/run-text.ts'
import { engines, openAt, type Place } from '../../../support/databases.ts'
import { entityAdvice } from './entity-cases.ts'
import { fieldAdvice } from './field-cases.ts'
import { merged, modelsOf } from './schemas.ts'

const advice = [...fieldAdvice, ...entityAdvice]

describe.each(engines)('advice of plans on $name', (engine) => {
  let place: Place
  let database: Database
  beforeAll(async () => {
    place = await engine.place()
    database = await openAt(place)
  })
  afterAll(async () => {
    await database?.close()
    await place?.remove()
  })

  it('leads to a database that is up to date, with all records', async () => {
    await applyPlan(database, await modelsOf(merged(advice.map(({ before }) => before))))
    await database.write(async (trx) => {
      for (const { rows } of advice)
        for (const [name, own] of Object.entries(rows))
          for (const row of own) await trx.insertInto(`advice_${name}`).values(row).execute()
    })
    let schemas = advice.map((entry) => entry.changed)
    const target = await modelsOf(merged(schemas))
    const plan = await planDatabase(database, target)
    for (const { what, says, changed: own } of advice) {
      const tables = Object.keys(own).map((name) => `advice_${name}`)
      const sentences = plan.steps.flatMap((step) =>
        tables.includes(step.table) && step.class !== 'safe' ? [step.reason.en] : [],
      )
      expect(sentences.join('\n'), what).toContain(says)
    }
    expect(await applyPlan(database, target, { safeOnly: true })).toMatchObject({ isWaiting: true, steps: [] })
    const rounds = Math.max(...advice.map(({ deeds }) => deeds.length))
    for (let round = 0; round < rounds; round++) {
      schemas = schemas.map((own, index) => advice[index]!.deeds[round]?.schemas ?? own)
      const statements = advice.flatMap(({ deeds }) => deeds[round]?.sql ?? [])
      await database.write(async (trx) => {
        for (const statement of statements) await runText(trx, statement)
      })
      const models = await modelsOf(merged(schemas))
      const { steps, hash } = await planDatabase(database, models)
      const open = steps.filter((step) => step.blocking && step.class !== 'safe')
      const agreed = advice.flatMap(({ deeds, changed: own }) =>
        deeds[round]?.agrees ? Object.keys(own).map((name) => `advice_${name}`) : [],
      )
      expect(open.filter(({ table }) => !agreed.includes(table)).map(({ reason }) => reason.en)).toEqual([])
      await applyPlan(database, models, { plan: hash })
    }
    const models = await modelsOf(merged(schemas))
    expect((await planDatabase(database, models)).steps.filter(({ blocking }) => blocking)).toEqual([])
    for (const { what, after } of advice)
      for (const [name, rows] of Object.entries(after)) {
        const records = await database.query
          .selectFrom(`advice_${name}`)
          .select(Object.keys(rows[0] ?? {}))
          .orderBy('id')
          .execute()
        expect(records, what).toEqual(rows)
      }
  })
})
