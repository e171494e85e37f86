import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isColumn, refersToOne, type ModuleManifest, type TableModel } from 'tablewright/protocol'
import { system } from '#generated/system/index.ts'
import { planDatabase } from '../../../runtime/server/db/index.ts'
import { engines, type TestDatabase } from '../../support/databases.ts'
import { shop } from '../../support/shop.ts'

const modelsOf = (manifest: ModuleManifest) => Promise.all(Object.values(manifest.tables).map((entry) => entry.model()))

describe.each(engines)("the application's own tables on $name", (engine) => {
  let models: readonly TableModel[]
  let database: TestDatabase
  beforeAll(async () => {
    models = [...(await modelsOf(shop.manifest)), ...(await modelsOf(system))]
    database = await engine.open(models)
  })
  afterAll(() => database.dispose())

  it('exist, and need no further step', async () => {
    expect(models.length).toBeGreaterThanOrEqual(12)
    expect(await planDatabase(database, models)).toMatchObject({ steps: [], notes: [] })
  })

  it('hold every column, reference and index the models name', async () => {
    const live = new Map((await database.adapter.catalogue(database.query)).map((table) => [table.name, table]))
    for (const model of models.filter((one) => one.storage === 'table')) {
      const table = live.get(model.table)!
      expect(table.columns.map((column) => column.name)).toEqual(
        model.fields.filter(isColumn).map((field) => field.name),
      )
      // A list of references (groups of an account) stands as JSON text: no database knows a foreign key for it.
      expect(new Set(table.foreignKeys.map((key) => key.column))).toEqual(
        new Set(model.fields.filter(refersToOne).map((field) => field.name)),
      )
      const indexes = table.indexes.map(({ columns, unique }) => ({ columns, unique }))
      for (const { on, unique } of model.indexes)
        expect(indexes).toContainEqual({
          columns: unique || !model.softDelete ? on : [...on, model.softDelete],
          unique,
        })
    }
  })
})
