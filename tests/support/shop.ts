/** The module most tests of the core work on: products with categories, brands, units, suppliers and storage places. */
import { loadTestModule } from './schema-set.ts'

export const shop = await loadTestModule('shop')
