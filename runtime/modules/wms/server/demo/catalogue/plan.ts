/** The structure of the product range; the other files of this folder contain it. */
import type { AreaName } from '../locations.ts'
import type { Shape } from '../pictures.ts'
import type { UnitName } from '../units.ts'

/** Makers of such goods: a brand belongs to one field. */
export type Field = 'food' | 'home' | 'tools' | 'office'

/** A category of the lowest level, from which products are named. */
export interface Leaf {
  readonly name: string
  readonly goods: readonly string[]
  readonly variants: readonly string[]
  readonly specs: readonly string[]
  readonly unit: UnitName
  /** Where such goods are put away. */
  readonly area: AreaName
  /** Lowest and highest price in fen. */
  readonly price: readonly [number, number]
  /** Shortest and longest shelf life in days; absent for goods that keep. */
  readonly days?: readonly [number, number]
  readonly shape: Shape
  /** Colour of the pictures, in degrees. */
  readonly hue: number
}

interface Branch {
  readonly name: string
  readonly leaves: readonly Leaf[]
}

export interface Root {
  readonly name: string
  readonly field: Field
  readonly branches: readonly Branch[]
}

/** Words of a list, written as one text. */
export const words = (text: string): readonly string[] => text.split(' ')
