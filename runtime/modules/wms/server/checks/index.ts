/** Checks of the warehouse by `tablewright doctor`, and tables that `tablewright rebuild` derives again. */
import { rebuildDays } from '../dashboard/rebuild-days.ts'
import { rebuildLayers } from '../stock/rebuild-layers.ts'
import { rebuildProducts } from '../stock/rebuild-products.ts'
import type { Check, Derivation } from '#generated/wms/server.ts'
import { dayChecks } from './days.ts'
import { documentChecks } from './documents.ts'
import { holdChecks } from './holds.ts'
import { layerChecks } from './layers.ts'

export const checks: readonly Check[] = [...documentChecks, ...layerChecks, ...holdChecks, ...dayChecks]

/** Batches first: what products know of them is derived from them. */
export const derivations: readonly Derivation[] = [rebuildLayers, rebuildProducts, rebuildDays]
