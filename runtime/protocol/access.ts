/** Names of rights. A node is `<page>/<action>`; nodes and pages compare without case. */
import type { ActionName, TableModel } from './table-model.ts'

/** The permission node of an action on a table, for example `wms/warehouseArea/add`. */
export function nodeOf(model: Pick<TableModel, 'page'>, action: ActionName | string): string {
  return `${model.page}/${action}`
}

/** Controllers reached by any casing and with or without underscores in their last segment share one key. */
export function controllerKey(controller: string): string {
  const segments = controller.toLowerCase().split('.')
  const last = segments.pop() ?? ''
  return [...segments, last.replaceAll('_', '')].join('.')
}

/** A node of the menu as `Index/index` sends it. */
export interface MenuNode {
  readonly id: number
  readonly pid: number
  readonly type: 'menu_dir' | 'menu' | 'button'
  readonly title: string
  readonly name: string
  readonly path: string
  readonly icon: string
  readonly menu_type: 'tab' | 'link' | 'iframe' | null
  readonly url: string
  readonly component: string
  readonly keepalive: string | 0
  readonly extend: 'none' | 'add_rules_only' | 'add_menu_only'
  readonly children?: readonly MenuNode[]
}
