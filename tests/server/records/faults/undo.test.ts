/** Undo over long histories. `tests/server/records/undo.test.ts` has the short one. */
import { describe, it } from 'vitest'
import { engines } from '../../../support/databases.ts'
import { openTestApp } from '../../access/access-app.ts'
import { walkAndUndo } from '../undo-walk.ts'

describe.each(engines)('undo on $name', (engine) => {
  it('takes 200 random changes back to where they began, three times', async () => {
    const app = await openTestApp(engine)
    try {
      for (const seed of [11, 12, 13]) await walkAndUndo(app, 1, 200, seed)
    } finally {
      await app.dispose()
    }
  })
})
