/**
 * The declaration of a module's own components: cells and widgets that its schemas name, pages, sections of the
 * dashboard, forms and lists in the place of the generated ones, and what it adds to lists and records of any module.
 * Each loads when it is first rendered.
 */
import type { ComponentType } from 'react'
import type { ListQuery, TableModel, Text, Theme } from '../protocol/index.ts'
import type { InputProps } from './fields/input-props.ts'
import type { CellProps } from './fields/renderer.ts'
import type { FormProps } from './form/form-props.ts'

/** The props of the list of a table, and of what a module puts in its place. */
export interface ListProps {
  readonly model: TableModel
}

/** A list, for what a module adds to its toolbar. */
export interface ToolbarPartProps {
  readonly model: TableModel
  /** Ids of the selected records. */
  readonly ids: readonly number[]
  /** The query of the list: its search, order and page. */
  readonly query: Partial<ListQuery>
  /** There is room for icons only. */
  readonly isNarrow: boolean
  /** Loads the rows again; resolves when they are there. */
  readonly reload: () => Promise<void>
  /** Takes records out of the selection. */
  readonly deselect: (ids: readonly number[]) => void
  /** Announces a text to screen readers. */
  readonly announce: (text: string) => void
}

interface Allowed {
  /** The permission that it needs in addition to that of the list or record (`wms/product/edit`); null = none. */
  readonly right: string | null
}

interface ToolbarButtonFacts extends Allowed {
  readonly label: Text
  /** Name of an icon, as schemas name them (`download`). */
  readonly icon: string
  /** It is about selected records, and disabled as long as there are none. */
  readonly needsSelection?: boolean
}

/** A button of the toolbar. The code behind it loads when it is pressed. */
export type ToolbarButton = ToolbarButtonFacts &
  (
    | {
        /** Runs the command. The button is busy meanwhile, and an error is shown. */
        readonly run: () => Promise<(list: ToolbarPartProps) => Promise<unknown>>
      }
    | {
        /** The component that it opens: a dialog that calls `onClose` when it has left the screen. */
        readonly dialog: Loader<ToolbarPartProps & { readonly onClose: () => void }>
      }
  )

/** A control that is more than a button, in its place in the toolbar. Its code loads with the list. */
export interface ToolbarControl extends Allowed {
  readonly control: Loader<ToolbarPartProps>
}

/** A record, for what a module adds to it. */
export interface PanelProps {
  readonly model: TableModel
  /** As the server has sent it. */
  readonly row: Readonly<Record<string, unknown>>
  /** The form has input that is not saved. */
  readonly isDirty: boolean
  /** Loads record and list again, after something was changed here. */
  readonly onChanged: () => Promise<void>
}

/** A card below the fields of a record. Its code loads when a record is opened. */
export interface RecordPanel extends Allowed {
  /** Its heading. */
  readonly label: Text
  readonly panel: Loader<PanelProps>
}

/** A page of signed-in members, at `/user/<path>`. */
export interface MemberPage {
  /** Begins with the name of the module: `pay/purchases`, or with parts of the address by name: `pay/:sn`. */
  readonly path: string
  readonly label: Text
  /** Name of the icon of its menu entry, as schemas name them; absent = it has no entry. */
  readonly icon?: string
  /** Visitors who have not signed in may open it as well. */
  readonly isPublic?: true
  readonly page: Loader<MemberPageProps>
}

export interface MemberPageProps {
  /** The parts of the address that the path names. */
  readonly params: Readonly<Record<string, string>>
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
  /** Pages of the member area, where a module has one; the menu shows them below its own, in the order of modules. */
  readonly memberPages?: readonly MemberPage[]
  /** Components in place of the generated fields of a record form, by entity of this module (`wms/product`). */
  readonly forms?: Readonly<Record<string, Loader<FormProps>>>
  /** Components in place of the generated list of a table, by entity of this module. */
  readonly lists?: Readonly<Record<string, Loader<ListProps>>>
  /** Parts that it adds to the toolbar of lists, by entity of any module (`wms/product`), in the order it is shown. */
  readonly toolbar?: Readonly<Record<string, readonly (ToolbarButton | ToolbarControl)[]>>
  /** Panels that it adds below the fields of records, by entity of any module, in the order it is shown. */
  readonly panels?: Readonly<Record<string, readonly RecordPanel[]>>
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

/**
 * Declares colors and corners of a module, for `theme` of its entry in `main.web.tsx`: a name that is no token is a
 * compile error. `check` and `npm start` name what cannot be read: texts have a contrast of at least 4.5 on their
 * grounds, `text` one of 7, marks one of 3.
 * @example
 * export const helpdeskTheme = defineTheme({
 *   light: { accent: '#6b3fa0', primary: '#7a4fb5' },
 *   dark: { accent: '#c9a7f5' },
 *   shape: { 'radius-card': '4px' },
 * })
 */
export function defineTheme(theme: Theme): Theme {
  return theme
}
