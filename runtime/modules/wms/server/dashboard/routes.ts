/**
 * What the dashboard asks for. Everybody who is signed in may ask; what is answered depends on the lists they may open.
 */
import { formatSeconds } from 'tablewright/protocol'
import { createRouteDefinition, mayList, nowSeconds } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { figures, movements, topProducts } from '../../shared/dashboard.ts'
import type { Scope } from '#generated/wms/server.ts'
import { readMovements } from './movements.ts'
import { countTiles } from './tiles.ts'
import { readTop } from './top.ts'
import { stockValue } from './value.ts'

const defineModuleRoute = createRouteDefinition<Database>()

/** `{as_of, tiles, stock_value}`; the value is null for those who may not open the stock list. */
const figuresRoute = defineModuleRoute(figures, {
  login: 'admin',
  right: null,
  label: { 'zh-cn': '仓库概况', en: 'Warehouse figures' },
  maxPerMinute: null,
  handler: async ({ scope }) => {
    const [tiles, stock_value] = await Promise.all([
      countTiles(scope),
      mayList(scope, 'wms/stock') ? stockValue(scope) : null,
    ])
    return { as_of: formatSeconds(nowSeconds(), scope.settings.timeZone), tiles, stock_value }
  },
})

/** `{as_of, periods}`; null for those who may not open the history. */
const movementsRoute = defineModuleRoute(movements, {
  login: 'admin',
  right: null,
  label: { 'zh-cn': '出入库趋势', en: 'Received and issued' },
  maxPerMinute: null,
  handler: async ({ scope, input: { unit } }) => (maySeeMovements(scope) ? await readMovements(scope, unit) : null),
})

/** Null for those who may not open the history or the products. */
const topRoute = defineModuleRoute(topProducts, {
  login: 'admin',
  right: null,
  label: { 'zh-cn': '出库最多的商品', en: 'Most issued products' },
  maxPerMinute: null,
  handler: async ({ scope }) =>
    maySeeMovements(scope) && mayList(scope, 'wms/product') ? { products: await readTop(scope) } : null,
})

const maySeeMovements = (scope: Scope): boolean => mayList(scope, 'wms/inventory_history')

export const dashboardRoutes = [figuresRoute, movementsRoute, topRoute]
