/** Roles of a warehouse, as far as what they do is built. */
import { wms } from '../../../../generated/wms/index.ts'
import type { DemoRole } from 'tablewright/server'

const pages = wms.menu
/** The actions on every page, and the first page. */
const nodes = (actions: readonly string[]): readonly string[] => [
  'dashboard/index',
  ...pages.flatMap((page) => actions.map((action) => `${page}/${action}`)),
]
const rights = (page: string, actions: readonly string[]): readonly string[] =>
  actions.map((action) => `wms/${page}/${action}`)

/** What keepers do with orders, and what auditors let through. */
const keeping = [
  ...rights('warehousing', ['remainder']),
  ...rights('outbound', ['suggest', 'ship', 'editShipment']),
  ...rights('relocation', ['move', 'cancel']),
  ...rights('stocktake', ['start', 'recount', 'cancel']),
]
const auditing = [
  ...rights('warehousing', ['audit', 'unaudit', 'overReceipt', 'remainder']),
  ...rights('outbound', ['audit', 'unaudit']),
  ...rights('relocation', ['audit', 'unaudit', 'cancel']),
  ...rights('stocktake', ['recount', 'post', 'seeBook', 'cancel']),
]
const managing = [
  ...rights('outbound', ['unship', 'allowExpired']),
  ...rights('relocation', ['reverseMove']),
  ...rights('stocktake', ['unpost']),
  ...rights('product', ['recomputeLayers']),
]

export const roles: readonly DemoRole[] = [
  { name: 'keeper', nodes: [...nodes(['index', 'add', 'edit']), ...keeping] },
  { name: 'auditor', nodes: [...nodes(['index', 'edit', 'export']), ...auditing] },
  {
    name: 'manager',
    nodes: [
      ...nodes(['index', 'add', 'edit', 'del', 'restore', 'sortable', 'import', 'export']),
      ...keeping,
      ...auditing,
      ...managing,
    ],
  },
  { name: 'viewer', nodes: nodes(['index', 'export']) },
]
