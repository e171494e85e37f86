/**
 * The demo warehouse: invented master data, the same for the same seed everywhere. What belongs to the house stays
 * whole at
 * any scale (warehouses, areas, categories, units, carriers); what grows with trade is scaled, at least one of each.
 */
import type { Language } from 'tablewright/protocol'
import { brandRecords } from './brands.ts'
import { categories } from './categories.ts'
import { locations } from './locations.ts'
import { carriers, customers, suppliers } from './partners.ts'
import { products } from './products.ts'
import { unitRecords } from './units.ts'
import { wordingIn } from './wording.ts'
import type { AnyDemoRecord } from '#generated/wms/server.ts'

/** Counts at scale 1. */
const full = { shelves: 540, brands: 80, suppliers: 60, customers: 400, products: 2000 } as const

/** All records in the order they can be inserted: a record follows those it refers to. */
export function demoRecords(scale: number, seed: number, language: Language = 'zh-cn'): AnyDemoRecord[] {
  const wording = wordingIn(language)
  const count = (of: keyof typeof full): number => Math.max(1, Math.round(full[of] * scale))
  const tree = categories(wording)
  const places = locations(count('shelves'), seed, wording)
  const brands = brandRecords(count('brands'), wording)
  return [
    ...unitRecords(wording),
    ...brands,
    ...tree.records,
    ...suppliers(count('suppliers'), seed, wording),
    ...customers(count('customers'), seed, wording),
    ...carriers(seed, wording),
    ...places.records,
    ...products(count('products'), seed, { brands, leaves: tree.leaves, shelvesFor: places.shelvesFor, wording }),
  ]
}
