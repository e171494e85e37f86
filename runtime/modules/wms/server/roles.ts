/** Roles of a warehouse, as far as what they do is built. */
import { wms } from '#generated/wms/index.ts'
import type { DemoRole } from 'tablewright/server'
import type { EntityId, RightOf } from '#generated/wms/server.ts'

const pages = wms.menu
/** The actions on every page, and the first page. */
const nodes = (actions: readonly string[]): readonly string[] => [
  'dashboard/index',
  ...pages.flatMap((page) => actions.map((action) => `${page}/${action}`)),
]
const rights = <Id extends EntityId>(entity: Id, names: readonly RightOf<Id>[]): readonly string[] =>
  names.map((name) => `${entity}/${name}`)

/** Rights of keepers and of auditors on orders. */
const keeping = [
  ...rights('wms/warehousing', ['remainder']),
  ...rights('wms/outbound', ['suggest', 'ship', 'editShipment']),
  ...rights('wms/relocation', ['move', 'cancel']),
  ...rights('wms/stocktake', ['start', 'recount', 'cancel']),
]
const auditing = [
  ...rights('wms/warehousing', ['audit', 'unaudit', 'overReceipt', 'remainder']),
  ...rights('wms/outbound', ['audit', 'unaudit']),
  ...rights('wms/relocation', ['audit', 'unaudit', 'cancel']),
  ...rights('wms/stocktake', ['recount', 'post', 'seeBook', 'cancel']),
]
const managing = [
  ...rights('wms/outbound', ['unship', 'allowExpired']),
  ...rights('wms/relocation', ['reverseMove']),
  ...rights('wms/stocktake', ['unpost']),
  ...rights('wms/product', ['recomputeLayers', 'breakHolds']),
]

export const roles: readonly DemoRole[] = [
  { name: { 'zh-cn': '仓管员', en: 'Warehouse keeper' }, nodes: [...nodes(['index', 'add', 'edit']), ...keeping] },
  { name: { 'zh-cn': '审核员', en: 'Auditor' }, nodes: [...nodes(['index', 'edit', 'export', 'mail']), ...auditing] },
  {
    name: { 'zh-cn': '仓库主管', en: 'Warehouse manager' },
    nodes: [
      ...nodes(['index', 'add', 'edit', 'del', 'restore', 'sortable', 'import', 'export', 'mail']),
      ...keeping,
      ...auditing,
      ...managing,
    ],
  },
  { name: { 'zh-cn': '只读人员', en: 'Viewer' }, nodes: nodes(['index', 'export']) },
]
