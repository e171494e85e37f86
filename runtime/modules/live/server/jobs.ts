/** Background jobs: what follows from the clock is noted, and results reach the question bank. */
import { createJobDefinition, nowMilliseconds } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { quizOptions, roomOptions } from '#generated/live/options.ts'
import type { Scope } from '#generated/live/server.ts'
import { absenceMs, graceMs } from '../shared/status.ts'

const defineJob = createJobDefinition<Database>()

const maxRooms = 200

/** Work of files that enqueue a job themselves, and which therefore cannot be imported here. */
export interface RoomKeeping {
  settleRoom(scope: Scope, room: number): Promise<void>
  settleQuiz(scope: Scope, quiz: { readonly id: number; readonly room_id: number }): Promise<void>
  updateAttendance(scope: Scope, room: number): Promise<void>
}

/** Every minute. Nobody waits for it: what a room is follows from clock and presence. */
export const keepRooms = (work: RoomKeeping) =>
  defineJob({
    name: 'live/keepRooms',
    label: { 'zh-cn': '整理直播课堂', en: 'Keep live lessons in order' },
    schedule: { cron: '* * * * *', payload: null },
    handler: async ({ scope, complete }) => {
      const now = nowMilliseconds()
      const { query } = scope.database
      const quizzes = await query
        .selectFrom('live_quiz')
        .select(['id', 'room_id'])
        .where('state', '=', quizOptions.state.open)
        .where('close_ms', '<', now - graceMs)
        .limit(maxRooms)
        .execute()
      for (const quiz of quizzes) await work.settleQuiz(scope, quiz)
      const rooms = await query
        .selectFrom('live_room')
        .select(['id', 'seen_ms'])
        .where('status', '=', roomOptions.status.live)
        .where('delete_time', 'is', null)
        .orderBy('id')
        .limit(maxRooms)
        .execute()
      for (const { id, seen_ms: lastSeen } of rooms)
        if (lastSeen !== null && now > lastSeen + absenceMs) await work.settleRoom(scope, id)
        else await work.updateAttendance(scope, id)
      await complete(async () => undefined)
    },
  })

/** After a quiz with a question of the bank was closed. The bank counts a result once, however often this runs. */
export const recordQuiz = defineJob<{ readonly quiz: number }>({
  name: 'live/recordQuiz',
  label: { 'zh-cn': '统计测验结果', en: 'Count the results of quizzes' },
  handler: async ({ scope, payload, complete }) => {
    const quiz = await scope.database.query
      .selectFrom('live_quiz')
      .selectAll()
      .where('id', '=', payload.quiz)
      .executeTakeFirst()
    await complete(async (trx) => {
      if (!quiz || quiz.question_id === null || !scope.questionBank) return
      const right = quiz.right_count ?? 0
      const result = { source: 'live', sn: quiz.id, right, wrong: (quiz.answered ?? 0) - right }
      const question = { questionId: quiz.question_id, version: quiz.question_version ?? 1 }
      // The core knows the tables of a module at run time only.
      await scope.questionBank.record({ scope, trx } as never, { ...question, ...result })
    })
  },
})
