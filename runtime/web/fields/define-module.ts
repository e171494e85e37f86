/**
 * The declaration of a module's own components: cells and widgets that its schemas name, pages, and sections of the
 * dashboard. Each loads when it is first rendered.
 */
import type { ComponentType } from 'react'
import type { InputProps } from './input.ts'
import type { CellProps } from './renderer.ts'

/** The names that `generated/<module>/parts.ts` lists; `never` = the schemas name none. */
export interface PartNames {
  readonly widget: string
  readonly cell: string
}

type Loader<Props> = () => Promise<ComponentType<Props>>
type LoadersByName<Name extends string, Props> = [Name] extends [never]
  ? Readonly<Record<string, never>>
  : { readonly [One in Name]: Loader<Props> }

export interface NamedComponents<Names extends PartNames = PartNames> {
  /** Inputs by the `x-widget` that names them. */
  readonly widgets: LoadersByName<Names['widget'], InputProps>
  /** Cells by the `x-cell` that names them. */
  readonly cells: LoadersByName<Names['cell'], CellProps>
  /** Pages by the names under which the server part of the module declares them; each loads when it is opened. */
  readonly pages?: Readonly<Record<string, () => Promise<ComponentType>>>
  /**
   * Sections of the dashboard, in the order they are shown, below those of modules that `main.web.tsx` lists earlier.
   * Each shows nothing to those who may not see its figures.
   */
  readonly dashboard?: readonly (() => Promise<ComponentType>)[]
}

/**
 * Declares the hand-written components of a module. A name that only the schemas or only this object contains is a
 * compile error.
 * @example
 * export const wmsWeb = defineWebModule<WmsWebParts>({
 *   widgets: {},
 *   cells: { 'shelf-life': () => import('./cells/ShelfLife.tsx').then((file) => file.ShelfLife) },
 * })
 */
export function defineWebModule<Names extends PartNames>(components: NamedComponents<Names>): NamedComponents<Names> {
  return components
}
