/** The context that all parts of the story share. */
import { decimalText } from 'tablewright/protocol'
import type { DemoWork } from '#generated/wms/server.ts'
import type { Random } from '../random.ts'
import type { Wording } from '../wording.ts'
import type { Moments } from './moments.ts'

/** A product whose default shelf takes goods. Quantities in thousandths. */
export interface Goods {
  readonly id: number
  readonly shelfId: number
  readonly safety: number
  /** Smallest quantity its unit counts. */
  readonly step: number
  /** Days after which it expires; 0 = never. */
  readonly life: number
}

export interface StoryContext {
  readonly work: DemoWork
  readonly moments: Moments
  readonly wording: Wording
  readonly random: Random
  /** The ones that sell best first. */
  readonly goods: readonly Goods[]
  readonly shelves: readonly number[]
  readonly suppliers: readonly number[]
  readonly customers: readonly number[]
  readonly carriers: readonly number[]
}

/** A quantity of at least so many thousandths, in whole steps of the unit, as documents take it. */
export const quantityText = ({ step }: Goods, least: number): string =>
  decimalText(Math.max(step, Math.ceil(least / step) * step), 3)
