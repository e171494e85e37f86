/** The routes of the display. */
import { dayOf, formatSeconds } from 'tablewright/protocol'
import { createRouteDefinition, mayList, nowSeconds } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { fireAlarmOptions } from '#generated/face/options.ts'
import type { Scope } from '#generated/face/server.ts'
import { adminBoard, publicBoard, type Board, type TileName } from '../../shared/dashboard.ts'
import { monthsOf, yearsUpTo, type Moment } from './periods.ts'
import { medianResponse, readBudget, readBuildings, readLevels, readPeriods } from './series.ts'
import { countTiles } from './tiles.ts'
import { boardRight, mayPublicSee, mayStaffSee, refuseViewer } from './viewers.ts'

const defineModuleRoute = createRouteDefinition<Database>()
const label = { 'zh-cn': '消防数据眼', en: 'Fire safety data eye' }

/** Alarms of the list beside the figures. */
const maxAlarms = 8

/** @param year of the months; that of the present moment unless given */
async function readBoard(scope: Scope, year?: number): Promise<Board> {
  const now = nowSeconds()
  const { timeZone } = scope.settings
  const moment: Moment = { now, timeZone, year: year ?? Number(dayOf(now, timeZone).slice(0, 4)) }
  const years = yearsUpTo(moment)
  // The list of years ends with the year itself.
  const span = years.at(-1)!
  const [tiles, response_seconds, budget, months, byYear, buildings, levels, alarms] = await Promise.all([
    countTiles(scope, moment),
    medianResponse(scope, span),
    readBudget(scope, moment.year),
    readPeriods(scope, monthsOf(moment), { year: moment.year }),
    readPeriods(scope, years, { years: years.map(({ period }) => period) }),
    readBuildings(scope, span),
    readLevels(scope, span),
    scope.actor && mayList(scope, 'face/fire_alarm') ? readAlarms(scope) : null,
  ])
  const count = (name: TileName): number => tiles.find((tile) => tile.name === name)?.count ?? 0
  const due = count('hazardsDue')
  return {
    now,
    as_of: formatSeconds(now, timeZone),
    year: moment.year,
    tiles,
    response_seconds,
    rectification: due === 0 ? null : percent(count('hazardsInTime'), due),
    budget,
    months: [...months],
    years: [...byYear],
    buildings,
    levels,
    alarms,
  }
}

/** One decimal, half up: 2 of 3 → "66.7". */
function percent(part: number, whole: number): string {
  return (Math.round((part * 1000) / whole) / 10).toFixed(1)
}

async function readAlarms({ database, settings }: Scope): Promise<NonNullable<Board['alarms']>> {
  const rows = await database.query
    .selectFrom('face_fire_alarm')
    .select(['id', 'level', 'status', 'building', 'floor', 'occurred'])
    .where('status', 'in', [fireAlarmOptions.status.open, fireAlarmOptions.status.handling])
    .where('delete_time', 'is', null)
    .orderBy('status')
    .orderBy('occurred', 'desc')
    .orderBy('id', 'desc')
    .limit(maxAlarms)
    .execute()
  return rows.map(({ id, level, status, building, floor, occurred }) => ({
    id,
    level,
    status: status ?? 0,
    building,
    floor: floor ?? '',
    occurred,
    occurred_at: formatSeconds(occurred, settings.timeZone),
  }))
}

const adminRoute = defineModuleRoute(adminBoard, {
  login: 'admin',
  right: boardRight,
  label,
  maxPerMinute: 120,
  handler: async ({ scope, input }) => {
    // Guard T22: a display that is switched off is there for nobody.
    if (!mayStaffSee(scope)) refuseViewer()
    return readBoard(scope, input.year)
  },
})

const publicRoute = defineModuleRoute(publicBoard, {
  login: 'visitor',
  right: null,
  label,
  maxPerMinute: 60,
  handler: async ({ scope, member, input }) => {
    // Guard T22: visitors and members see totals where the site says so.
    if (!mayPublicSee(scope, member)) refuseViewer()
    // Nobody is signed in as an administrator here, whatever was sent.
    return readBoard({ ...scope, actor: null }, input.year)
  },
})

export const boardRoutes = [adminRoute, publicRoute]
