/**
 * The demo warehouse: invented master data, the same for the same seed everywhere. What belongs to the house stays
 * whole at
 * any scale (warehouses, areas, categories, units, carriers); what grows with trade is scaled, at least one of each.
 */
import { brandRecords } from './brands.ts'
import { categories } from './categories.ts'
import { locations } from './locations.ts'
import { carriers, customers, suppliers } from './partners.ts'
import { products } from './products.ts'
import { unitRecords } from './units.ts'
import type { AnyDemoRecord } from '../types.ts'

/** Counts at scale 1. */
const full = { shelves: 540, brands: 80, suppliers: 60, customers: 400, products: 2000 } as const

/** All records in the order they can be inserted: a record follows those it refers to. */
export function demoRecords(scale: number, seed: number): AnyDemoRecord[] {
  const count = (of: keyof typeof full): number => Math.max(1, Math.round(full[of] * scale))
  const tree = categories()
  const places = locations(count('shelves'), seed)
  const brands = brandRecords(count('brands'))
  return [
    ...unitRecords(),
    ...brands,
    ...tree.records,
    ...suppliers(count('suppliers'), seed),
    ...customers(count('customers'), seed),
    ...carriers(seed),
    ...places.records,
    ...products(count('products'), seed, { brands, leaves: tree.leaves, shelvesFor: places.shelvesFor }),
  ]
}
