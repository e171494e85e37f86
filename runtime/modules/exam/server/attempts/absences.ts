/** Absences from the page of an exam: administrators see them, and excuse those with a reason. */
import { lockRows, OperationError } from 'tablewright/server'
import { excuseAbsence, listAbsences } from '../../shared/attempt-routes.ts'
import { defineExamRoute } from '../member/define-route.ts'
import { refreshFocusLosses } from './save.ts'

const listRoute = defineExamRoute(listAbsences, {
  login: 'admin',
  right: 'exam/attempt/index',
  label: { 'zh-cn': '查看', en: 'View' },
  maxPerMinute: null,
  handler: async ({ scope, input }) => {
    const rows = await scope.database.query
      .selectFrom('exam_focus_loss')
      .select(['id', 'create_time', 'seconds', 'excused'])
      .where('attempt_id', '=', input.id)
      .orderBy('id')
      .execute()
    return {
      list: rows.map(({ id, create_time, seconds, excused }) => ({
        id,
        time: create_time ?? 0,
        seconds: seconds ?? 0,
        isExcused: excused === 1,
      })),
    }
  },
})

const excuseRoute = defineExamRoute(excuseAbsence, {
  login: 'admin',
  right: 'exam/attempt/excuse',
  label: { 'zh-cn': '豁免切屏', en: 'Excuse an absence' },
  maxPerMinute: null,
  handler: async ({ scope, trx, input }) => {
    const absence = await trx
      .selectFrom('exam_focus_loss')
      .select('attempt_id')
      .where('id', '=', input.absence)
      .executeTakeFirst()
    if (!absence) throw new OperationError('not_found')
    await lockRows(scope, trx, 'exam/attempt', [absence.attempt_id], 'write')
    await trx
      .updateTable('exam_focus_loss')
      .set({ excused: Number(input.on) })
      .where('id', '=', input.absence)
      .execute()
    return { count: await refreshFocusLosses(trx, absence.attempt_id) }
  },
})

export const absenceRoutes = [listRoute, excuseRoute]
