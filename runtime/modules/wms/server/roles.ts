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
  { name: '仓管员', nodes: [...nodes(['index', 'add', 'edit']), ...keeping] },
  { name: '审核员', nodes: [...nodes(['index', 'edit', 'export']), ...auditing] },
  {
    name: '仓库主管',
    nodes: [
      ...nodes(['index', 'add', 'edit', 'del', 'restore', 'sortable', 'import', 'export']),
      ...keeping,
      ...auditing,
      ...managing,
    ],
  },
  { name: '只读人员', nodes: nodes(['index', 'export']) },
]
