/** Checks of `doctor`: times that follow from states. */
import { sql } from 'kysely'
import { createSqlCheck } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import type { Check } from '#generated/face/server.ts'

/** Open alarms are not confirmed; closed ones, and no others, have a time of closing. */
export const alarmTimes: Check = createSqlCheck<Database>({
  name: 'face/fireAlarm.times',
  repair: 'edit',
  label: { 'zh-cn': '火灾报警：时间与状态一致', en: 'Fire alarms: their times follow from the state' },
  rows: () => sql`select id, status as found, null as expected from ${sql.table('face_fire_alarm')}
    where (status = 0) <> (confirmed is null) or (status = 2) = (closed is null) or (false_alarm = 1 and status <> 2)`,
})

export const hazardTimes: Check = createSqlCheck<Database>({
  name: 'face/fireHazard.times',
  repair: 'edit',
  label: { 'zh-cn': '火灾隐患：整改时间与状态一致', en: 'Fire hazards: the time of fixing follows from the state' },
  rows: () => sql`select id, status as found, null as expected from ${sql.table('face_fire_hazard')}
    where (status = 0) <> (fixed is null)`,
})

export const inspectionTimes: Check = createSqlCheck<Database>({
  name: 'face/fireInspection.times',
  repair: 'edit',
  label: { 'zh-cn': '消防巡检：结果与状态一致', en: 'Fire inspections: time and result follow from the state' },
  rows: () => sql`select id, status as found, null as expected from ${sql.table('face_fire_inspection')}
    where (status = 0) <> (done is null) or (status = 0) <> (result is null)`,
})
