/** Checks of `doctor`: results of attempts follow from the marks of their items. */
import { sql } from 'kysely'
import { createSqlCheck } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import type { Check } from '#generated/exam/server.ts'

/** The score of a marked attempt is the sum of its items, and it is passed from the pass mark on. */
export const attemptScores: Check = createSqlCheck<Database>({
  name: 'exam/attempt.score',
  repair: 'edit',
  label: { 'zh-cn': '答卷：得分与各题一致', en: 'Attempts: the score is that of the items' },
  rows: () => sql`select a.id, a.score as found, coalesce(i.score, 0) as expected
    from ${sql.table('exam_attempt')} a
    left join (select attempt_id, sum(case when mark_state = 2 then 0 when mark_state = 3 then coalesce(manual_score, 0)
        else coalesce(auto_score, 0) end) as score from ${sql.table('exam_attempt_item')} group by attempt_id) i
      on i.attempt_id = a.id
    where a.state = 3 and (coalesce(a.score, -1) <> coalesce(i.score, 0)
      or a.is_pass <> case when a.score >= coalesce(a.pass_score, 0) then 1 else 0 end)`,
})

/** No item has more points than it can have, or fewer than none. */
export const itemScores: Check = createSqlCheck<Database>({
  name: 'exam/attempt_item.score',
  repair: 'edit',
  label: { 'zh-cn': '答卷题目：得分不超过分值', en: 'Items of attempts: points are within their limits' },
  rows: () => sql`select id, coalesce(manual_score, auto_score) as found, score as expected
    from ${sql.table('exam_attempt_item')}
    where coalesce(manual_score, auto_score, 0) < 0 or coalesce(manual_score, auto_score, 0) > coalesce(score, 0)`,
})

/** As many places of a room are taken as members were accepted. */
export const roomPlaces: Check = createSqlCheck<Database>({
  name: 'exam/room.places',
  repair: 'edit',
  label: { 'zh-cn': '考场：报名人数与报名记录一致', en: 'Rooms: the places taken are those of the sign-ups' },
  rows: () => sql`select r.id, coalesce(r.signup_count, 0) as found, coalesce(s.count, 0) as expected
    from ${sql.table('exam_room')} r
    left join (select room_id, count(*) as count from ${sql.table('exam_signup')} where status = 1 group by room_id) s
      on s.room_id = r.id
    where coalesce(r.signup_count, 0) <> coalesce(s.count, 0)
      or coalesce(r.signup_count, 0) > coalesce(r.people_count, r.signup_count, 0)`,
})
