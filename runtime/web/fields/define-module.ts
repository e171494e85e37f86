/** What a module draws by hand: cells and widgets its schemas name. Each loads when it is first shown. */
import type { ComponentType } from 'react'
import type { InputProps } from './input.ts'
import type { CellProps } from './renderer.ts'

/** As `generated/<module>/parts.ts` lists them; `never` = the schemas name none. */
export interface PartNames {
  readonly widget: string
  readonly cell: string
}

type Loader<Props> = () => Promise<ComponentType<Props>>
type Supply<Name extends string, Props> = [Name] extends [never]
  ? Readonly<Record<string, never>>
  : { readonly [One in Name]: Loader<Props> }

export interface ModuleScreens<Names extends PartNames = PartNames> {
  /** Inputs by the `x-widget` that names them. */
  readonly widgets: Supply<Names['widget'], InputProps>
  /** Cells by the `x-cell` that names them. */
  readonly cells: Supply<Names['cell'], CellProps>
}

/**
 * Declares the hand-written screens of a module. A name the schemas use and this lacks, and a name this has and no schema uses, are compile errors.
 * @example
 * export const wmsWeb = defineWebModule<WmsWebParts>({ widgets: {}, cells: { 'shelf-life': () => import('./cells/ShelfLife.tsx').then((file) => file.ShelfLife) } })
 */
export function defineWebModule<Names extends PartNames>(screens: ModuleScreens<Names>): ModuleScreens<Names> {
  return screens
}
