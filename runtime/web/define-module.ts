/**
 * The declaration of a module's own components: cells and widgets that its schemas name, pages, sections of the
 * dashboard, and forms and lists in the place of the generated ones. Each loads when it is first rendered.
 */
import type { ComponentType } from 'react'
import type { TableModel } from '../protocol/index.ts'
import type { InputProps } from './fields/input.ts'
import type { CellProps } from './fields/renderer.ts'
import type { FormProps } from './form/form-props.ts'

/** The props of the list of a table, and of what a module puts in its place. */
export interface ListProps {
  readonly model: TableModel
}

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
  /** What stands in the place of the generated fields of a record form, by entity of this module (`wms/product`). */
  readonly forms?: Readonly<Record<string, Loader<FormProps>>>
  /** What stands in the place of the generated list of a table, by entity of this module. */
  readonly lists?: Readonly<Record<string, Loader<ListProps>>>
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
