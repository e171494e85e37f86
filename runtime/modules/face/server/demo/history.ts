/** Two years of alarms, hazards, inspections and spending, written in bulk. */
import { addDays, dayOf, formatSeconds, startOfDay, type Language } from 'tablewright/protocol'
import { insertMany, nowSeconds, type DemoWork } from 'tablewright/server'
import { fireAlarmOptions, fireHazardOptions, fireInspectionOptions } from '#generated/face/options.ts'
import type { FaceServerParts } from '#generated/face/parts.ts'
import type { EntityId, Scope, Transaction } from '#generated/face/server.ts'
import { demoBuildings, translate } from './devices.ts'

/** Numbers from 0 to below 1, the same in every demo. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const hour = 3600
const day = 86_400
const daysOfHistory = 730

interface Context {
  readonly scope: Scope
  readonly trx: Transaction
  readonly now: number
  readonly random: () => number
  readonly language: Language
}

export async function addDemoHistory({ scope, configure }: DemoWork<FaceServerParts>): Promise<void> {
  await configure('face_viewers', 'everybody')
  await scope.database.write(async (trx) => {
    const some = await trx.selectFrom('face_fire_alarm').select('id').limit(1).executeTakeFirst()
    // Another demo is there already.
    if (some) return
    const context = { scope, trx, now: nowSeconds(), random: createRandom(65), language: scope.language }
    await addAlarms(context)
    await addHazards(context)
    await addInspections(context)
    await addBudget(context)
  })
}

const insert = (
  { scope, trx, now }: Context,
  entity: EntityId,
  rows: readonly Readonly<Record<string, string | number | null>>[],
): Promise<readonly number[]> =>
  insertMany(
    scope.database,
    scope.registry.require(entity),
    trx,
    rows.map((row) => ({ ...row, create_time: now, update_time: now, version: 1 })),
  )

const buildingAt = ({ random, language }: Context): string =>
  // The first buildings are larger.
  translate(demoBuildings[Math.floor(random() ** 1.6 * demoBuildings.length)] ?? demoBuildings[0]!, language)

async function addAlarms(context: Context): Promise<void> {
  const { scope, trx, now, random, language } = context
  const { status, level, false_alarm, source } = fireAlarmOptions
  const devices = await trx.selectFrom('face_fire_device').select(['id', 'building', 'floor', 'place']).execute()
  const count = 420
  const rows = Array.from({ length: count }, (_alarm, index) => {
    // Alarms are rarer in the first year; the last ones are of today.
    const age =
      index < count - 6
        ? Math.floor((1 - ((index + random()) / count) ** 0.8) * daysOfHistory * day)
        : (count - index) * 20 * 60
    const occurred = now - Math.max(600, age)
    const device = devices[Math.floor(random() ** 1.6 * devices.length)]
    const isOpen = index >= count - 3
    const isHandled = !isOpen && index >= count - 6
    const isFalse = !isOpen && !isHandled && random() < 0.35
    const confirmed = isOpen ? null : Math.min(now, occurred + 40 + Math.floor(random() ** 2 * 420))
    const closed =
      confirmed === null || isHandled ? null : Math.min(now, confirmed + 10 * 60 + Math.floor(random() * 3 * hour))
    const draw = random()
    const date = dayOf(occurred, scope.settings.timeZone).replaceAll('-', '')
    return {
      // Numbers of the day from 9000 on are not given to others.
      alarm_no: `FA${date}9${String(index % 1000).padStart(3, '0')}`,
      device_id: device?.id ?? null,
      building: device?.building ?? buildingAt(context),
      floor: device?.floor ?? null,
      place: device?.place ?? null,
      level: draw < 0.7 ? level.minor : draw < 0.93 ? level.serious : level.critical,
      occurred,
      status: isOpen ? status.open : isHandled ? status.handling : status.closed,
      false_alarm: isFalse ? false_alarm.yes : false_alarm.no,
      confirmed,
      closed,
      outcome:
        closed === null
          ? null
          : isFalse
            ? language === 'zh-cn'
              ? '灰尘触发'
              : 'Dust'
            : language === 'zh-cn'
              ? '已现场处置'
              : 'Dealt with on site',
      source: device ? source.device : source.hand,
      device_seq: device ? index + 1 : null,
      device_time: device ? occurred : null,
      server_time: device ? occurred + 2 : null,
      late: 0,
      time_suspect: 0,
    }
  })
  await insert(context, 'face/fire_alarm', rows)
}

const hazardTitles = [
  ['安全出口堆放杂物', 'Escape route blocked'],
  ['灭火器压力不足', 'Fire extinguisher below pressure'],
  ['应急照明不亮', 'Emergency light does not work'],
  ['防火门无法关闭', 'Fire door does not close'],
  ['电动车违规充电', 'E-bike charged indoors'],
  ['消火栓被遮挡', 'Hydrant hidden'],
] as const

async function addHazards(context: Context): Promise<void> {
  const { now, random, language } = context
  const { status, level } = fireHazardOptions
  const count = 150
  const rows = Array.from({ length: count }, (_hazard, index) => {
    const start = now - Math.floor((1 - (index + random()) / count) * daysOfHistory * day) - hour
    const due = start + (7 + Math.floor(random() * 14)) * day
    const repair = start + Math.floor((due - start) * (0.3 + random() * 0.85))
    const isOpen = repair > now || (index > count - 30 && random() < 0.15)
    return {
      title: translate(hazardTitles[Math.floor(random() * hazardTitles.length)] ?? hazardTitles[0], language),
      building: buildingAt(context),
      floor: `${1 + Math.floor(random() * 5)}F`,
      level: random() < 0.75 ? level.minor : level.serious,
      found: start,
      due,
      fixed: isOpen ? null : repair,
      status: isOpen ? status.open : status.fixed,
      outcome: isOpen ? null : language === 'zh-cn' ? '已整改' : 'Fixed',
    }
  })
  await insert(context, 'face/fire_hazard', rows)
}

async function addInspections(context: Context): Promise<void> {
  const { scope, now, random, language } = context
  const { status, result } = fireInspectionOptions
  const { timeZone } = scope.settings
  const rows = []
  // One a week; the next two weeks are planned.
  for (let week = -daysOfHistory / 7; week <= 2; week++) {
    const date = addDays(dayOf(now, timeZone), Math.floor(week) * 7)
    const plan = startOfDay(date, timeZone) + 9 * hour
    const isDone = plan < now - 4 * hour && Math.floor(week) !== -1
    rows.push({
      title: language === 'zh-cn' ? '每周消防巡检' : 'Weekly round',
      building: buildingAt(context),
      plan,
      done: isDone ? plan + Math.floor((1 + random() * 2) * hour) : null,
      status: isDone ? status.done : status.planned,
      result: isDone ? (random() < 0.8 ? result.passed : result.problems) : null,
    })
  }
  await insert(context, 'face/fire_inspection', rows)
}

const purposes = [
  ['设备维保', 'Maintenance'],
  ['器材采购', 'Equipment'],
  ['培训演练', 'Training and drills'],
] as const

async function addBudget(context: Context): Promise<void> {
  const { scope, now, random, language } = context
  const [thisYear = 0, thisMonth = 0] = formatSeconds(now, scope.settings.timeZone).split('-').map(Number)
  const rows = []
  for (let year = thisYear - 2; year <= thisYear; year++)
    for (let month = 1; month <= 12; month++)
      for (const [index, purpose] of purposes.entries()) {
        // Fen.
        const planned = (4 - index) * 1_500_000
        const isOver = year < thisYear || month <= thisMonth
        const share = month === thisMonth && year === thisYear ? 0.4 : 0.7 + random() * 0.45
        rows.push({
          year: String(year),
          month,
          purpose: translate(purpose, language),
          planned,
          spent: isOver ? Math.round(planned * share) : 0,
        })
      }
  await insert(context, 'face/fire_budget', rows)
}
