/** Undo over long histories. `tests/server/records/undo.test.ts` has a short one. */
import { describe, it } from 'vitest'
import { engines } from '../../../support/databases.ts'
import { openTestApp } from '../../access/access-app.ts'
import { walkAndUndo } from '../undo-walk.ts'

const walks = Number(process.env['TABLEWRIGHT_TEST_WALKS'] ?? 0)

describe.each(engines)('undo on $name', (engine) => {
  it.runIf(walks > 0)('takes 200 random changes back to where they began', async () => {
    const app = await openTestApp(engine)
    try {
      for (let seed = 11; seed < 11 + walks; seed += 1) await walkAndUndo(app, 1, 200, seed)
    } finally {
      await app.dispose()
    }
  })
})
