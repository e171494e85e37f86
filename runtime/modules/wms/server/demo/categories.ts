/** Sixty categories in three levels, and the lowest ones as the plan of the range. */
import { care } from './catalogue/care.ts'
import { food } from './catalogue/food.ts'
import { fresh } from './catalogue/fresh.ts'
import { hardware } from './catalogue/hardware.ts'
import { home } from './catalogue/home.ts'
import { office } from './catalogue/office.ts'
import type { Field, Leaf } from './catalogue/plan.ts'
import type { DemoRecord } from '#generated/wms/server.ts'
import { refTo } from './record.ts'
import type { Wording } from './wording.ts'

const roots = [food, fresh, care, home, hardware, office]

/** A lowest category together with the record that stores it. */
export interface Shelved {
  readonly leaf: Leaf
  readonly field: Field
  /** Place of the root category, 0–5. */
  readonly root: number
  readonly category: DemoRecord<'wms/category'>
}

export interface Categories {
  readonly records: readonly DemoRecord<'wms/category'>[]
  readonly leaves: readonly Shelved[]
}

export function categories(wording: Wording): Categories {
  const records: DemoRecord<'wms/category'>[] = []
  const leaves: Shelved[] = []
  const add = (name: string, parent: DemoRecord<'wms/category'> | null, place: number): DemoRecord<'wms/category'> => {
    const values = {
      pid: parent === null ? null : refTo(parent),
      name: wording.text(name),
      status: 1,
      weigh: 100 - place,
    }
    const record: DemoRecord<'wms/category'> = { table: 'wms/category', key: `category:${records.length + 1}`, values }
    records.push(record)
    return record
  }
  roots.forEach((root, place) => {
    const top = add(root.name, null, place)
    root.branches.forEach((branch, second) => {
      const middle = add(branch.name, top, second)
      branch.leaves.forEach((leaf, third) =>
        leaves.push({ leaf, field: root.field, root: place, category: add(leaf.name, middle, third) }),
      )
    })
  })
  return { records, leaves }
}
