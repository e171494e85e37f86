/** Figures that are the number of records of a list: the conditions count here, and open the list on the screen. */
import { formatSeconds, type Filter } from 'tablewright/protocol'
import { mayList, records } from 'tablewright/server'
import {
  fireAlarmOptions,
  fireDeviceOptions,
  fireHazardOptions,
  fireInspectionOptions,
} from '#generated/face/options.ts'
import type { EntityId, Scope } from '#generated/face/server.ts'
import type { FaceServerParts } from '#generated/face/parts.ts'
import type { Board, TileName } from '../../shared/dashboard.ts'
import { daysOfMonth, daysOfYear, type Moment } from './periods.ts'

type Condition = Filter & { readonly operator: 'eq' | 'elt' | 'IN' | 'RANGE' | 'NOT NULL' }

interface Tile {
  readonly name: TileName
  readonly entity: EntityId
  readonly search: readonly Condition[]
}

const is = (field: string, value: number): Condition => ({ field, operator: 'eq', val: String(value) })
const until = (field: string, time: string): Condition => ({ field, operator: 'elt', val: time })
const within = (field: string, [first, last]: readonly [string, string]): Condition => ({
  field,
  operator: 'RANGE',
  val: [`${first} 00:00:00`, `${last} 23:59:59`],
})

const { status: alarm, false_alarm } = fireAlarmOptions
const { status: device } = fireDeviceOptions
const { status: hazard, standing } = fireHazardOptions
const { status: inspection, result } = fireInspectionOptions

/** All tiles at a moment, for one year. */
function boardTiles({ now, year, timeZone }: Moment): readonly Tile[] {
  const time = formatSeconds(now, timeZone)
  const occurred = within('occurred', daysOfYear(year))
  const devices = (name: TileName, status: number): Tile => ({
    name,
    entity: 'face/fire_device',
    search: [is('status', status)],
  })
  const alarms = (name: TileName, ...search: readonly Condition[]): Tile => ({
    name,
    entity: 'face/fire_alarm',
    search,
  })
  const hazards = (name: TileName, ...search: readonly Condition[]): Tile => ({
    name,
    entity: 'face/fire_hazard',
    search,
  })
  const inspections = (name: TileName, ...search: readonly Condition[]): Tile => ({
    name,
    entity: 'face/fire_inspection',
    search,
  })
  return [
    alarms('alarmsOpen', is('status', alarm.open)),
    alarms('alarmsHandling', is('status', alarm.handling)),
    alarms('alarmsMonth', within('occurred', daysOfMonth(time.slice(0, 7)))),
    alarms('alarmsYear', occurred),
    alarms('falseAlarms', is('false_alarm', false_alarm.yes), occurred),
    alarms('alarmsConfirmed', { field: 'confirmed', operator: 'NOT NULL', val: '' }, occurred),
    { name: 'devices', entity: 'face/fire_device', search: [] },
    devices('devicesNormal', device.normal),
    devices('devicesAlarm', device.alarm),
    devices('devicesFault', device.fault),
    devices('devicesOffline', device.offline),
    devices('devicesShielded', device.shielded),
    hazards('hazardsOpen', is('status', hazard.open)),
    hazards('hazardsOverdue', is('status', hazard.open), until('due', time)),
    hazards('hazardsDue', until('due', time)),
    hazards('hazardsInTime', is('standing', standing.in_time), until('due', time)),
    inspections('inspectionsOverdue', is('status', inspection.planned), until('plan', time)),
    inspections('inspectionsYear', is('status', inspection.done), within('done', daysOfYear(year))),
    inspections('inspectionsProblems', is('result', result.problems), within('done', daysOfYear(year))),
  ]
}

/** Counts by the rights of the module: what is counted are totals, which the caller may see. */
export async function countTiles(scope: Scope, moment: Moment): Promise<Board['tiles']> {
  const all = records<FaceServerParts>(scope).asModule('totals of the fire safety display')
  return Promise.all(
    boardTiles(moment).map(async ({ name, entity, search }) => ({
      name,
      entity,
      count: await all.count(entity, whereOf(search)),
      // Only administrators open lists.
      search: scope.actor && mayList(scope, entity) ? search.map((filter) => ({ ...filter })) : null,
    })),
  )
}

function whereOf(search: readonly Condition[]): Readonly<Record<string, object>> {
  return Object.fromEntries(search.map(({ field, operator, val }) => [field, { [operator]: val }]))
}
