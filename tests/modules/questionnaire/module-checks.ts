/** Findings of `doctor` and `rebuild` about the questionnaires of a test. */
import { expect } from 'vitest'
import type { Scope } from 'tablewright/server'
import { answerCounts, rebuildCounts, sheetNumbers } from '../../../runtime/modules/questionnaire/server/checks.ts'
import type { TestApp } from '../../server/access/access-app.ts'
import { questionnaire } from '#generated/questionnaire/index.ts'
import { createRegistry } from '../../../runtime/server/core/models/registry.ts'
import { models } from '../../server/http/running-app.ts'
import { partOf } from '../../support/part-of.ts'

/** Nothing is wrong; what is made wrong is found and derived again. */
export async function checks({ database }: TestApp): Promise<void> {
  const scope = partOf<Scope>({
    database,
    language: 'en',
    registry: createRegistry(await models([questionnaire])),
    actor: null,
  }) as never
  const countFindings = async () => {
    const lists = await Promise.all([sheetNumbers, answerCounts].map((check) => check.find(scope, 10)))
    return lists.map(({ list }) => list.length)
  }
  expect(await countFindings()).toEqual([0, 0])
  expect(await rebuildCounts.run(scope, false)).toEqual({ changes: [], left: [] })
  await database.write(async (trx) => {
    await trx.updateTable('questionnaire_questionnaire').set({ num: 99 }).where('id', '=', 1).execute()
    await trx.updateTable('questionnaire_counter').set({ num: 98 }).where('option_key', '=', '#answered').execute()
  })
  const [numbers, counts] = await countFindings()
  expect([numbers, Number(counts) > 0]).toEqual([1, true])
  expect((await rebuildCounts.run(scope, true)).changes.length).toBeGreaterThan(1)
  expect(await countFindings()).toEqual([0, 0])
}
