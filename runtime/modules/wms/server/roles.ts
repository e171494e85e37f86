/** Roles of a warehouse, as far as what they do is built. */
import { wms } from '../../../../generated/wms/index.ts'
import type { DemoRole } from 'tablewright/server'

const pages = wms.menu
/** The actions on every page, and the first page. */
const nodes = (actions: readonly string[]): readonly string[] => ['dashboard/index', ...pages.flatMap((page) => actions.map((action) => `${page}/${action}`))]

export const roles: readonly DemoRole[] = [
  { name: 'keeper', nodes: nodes(['index', 'add', 'edit']) },
  { name: 'auditor', nodes: nodes(['index', 'edit', 'export']) },
  { name: 'manager', nodes: nodes(['index', 'add', 'edit', 'del', 'sortable', 'import', 'export']) },
  { name: 'viewer', nodes: nodes(['index', 'export']) },
]
