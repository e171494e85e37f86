/** Alarms: where they come from, and who hears of them. */
import { hintTopic, listPath, publishNotice, type NoticeKind } from 'tablewright/server'
import type { Text } from 'tablewright/protocol'
import { fireAlarmOptions } from '#generated/face/options.ts'
import type { Effect, Hooks, Scope, Transaction } from '#generated/face/server.ts'
import { boardTopic } from '../shared/dashboard.ts'
import { t } from './i18n.ts'

const { source, status } = fireAlarmOptions

/** Its recipients are those who may handle alarms. */
export const openAlarms: NoticeKind = {
  name: 'face/openAlarms',
  label: { 'zh-cn': '火灾报警', en: 'Fire alarms' },
  path: listPath('face/fireAlarm', { search: [{ field: 'status', operator: 'eq', val: String(status.open) }] }),
  nodes: ['face/fireAlarm/handle'],
}

const levelLabels: Readonly<Record<number, Text>> = {
  1: { 'zh-cn': '一般', en: 'Minor' },
  2: { 'zh-cn': '较大', en: 'Serious' },
  3: { 'zh-cn': '重大', en: 'Critical' },
}

const textOf = (key: Parameters<typeof t>[1], params: Readonly<Record<string, Text | string | number>>): Text => {
  const of = (language: 'zh-cn' | 'en') =>
    t(
      language,
      key,
      Object.fromEntries(
        Object.entries(params).map(([name, value]) => [name, typeof value === 'object' ? value[language] : value]),
      ),
    )
  return { 'zh-cn': of('zh-cn'), en: of('en') }
}

/** One notice for one alarm, and one for all that came together. Imported ones are history. */
async function announceAlarms(trx: Transaction, ids: readonly number[]): Promise<void> {
  const rows = await trx
    .selectFrom('face_fire_alarm')
    .select(['id', 'alarm_no', 'building', 'floor', 'place', 'level'])
    .where('id', 'in', [...ids])
    .where('source', '!=', source.import)
    .where('status', '=', status.open)
    .execute()
  const [first] = rows
  if (!first) return
  if (rows.length > 1) {
    await publishNotice(trx, {
      kind: openAlarms,
      title: textOf('alarms.title', { count: rows.length }),
      content: textOf('alarms.content', {}),
    })
    return
  }
  const { id, alarm_no, building, floor, place, level } = first
  await publishNotice(trx, {
    kind: openAlarms,
    path: `/admin/face/fireAlarm?edit=${id}`,
    title: textOf('alarm.title', { building }),
    content: textOf('alarm.content', {
      number: alarm_no ?? '',
      level: levelLabels[level] ?? '',
      place: [floor, place].filter(Boolean).join(' ') || '–',
    }),
  })
}

/** The figures of the display may have changed. */
const refreshBoard = async (_scope: Scope): Promise<void> => hintTopic(boardTopic)

export const boardHooks = { afterWrite: refreshBoard }

export const alarmHooks: Hooks<'face/fire_alarm'> = {
  async beforeCreate(_scope, _trx, { line, overrides }) {
    if (line !== undefined) overrides.set('source', source.import)
  },
  async afterWrite(scope, trx, { action, ids }) {
    if (action === 'add') await announceAlarms(trx, ids)
    await refreshBoard(scope)
  },
}

export const forgetClosing: Effect<'face/fire_alarm', 'reopen'> = async ({ set }) => set({ closed: null })
export const forgetFixing: Effect<'face/fire_hazard', 'reopen'> = async ({ set }) => set({ fixed: null })
export const forgetInspection: Effect<'face/fire_inspection', 'reopen'> = async ({ set }) =>
  set({ done: null, result: null, inspector_id: null })
