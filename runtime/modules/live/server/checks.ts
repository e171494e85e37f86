/** Checks of `doctor`: what the schemas cannot say about lessons. */
import { sql } from 'kysely'
import { createSqlCheck, type Check } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { roomOptions } from '#generated/live/options.ts'
import { quizStates } from './quiz/close.ts'

const { live, ended } = roomOptions.status

/** L1: numbers of a room have no gaps, and the room knows the last one. */
const numbers: Check<Database> = createSqlCheck<Database>({
  name: 'live/event.numbers',
  repair: 'backup',
  label: { 'zh-cn': '直播课堂：事件序号连续', en: 'Lessons: the numbers of events have no gaps' },
  rows: () => sql`select r.id, r.last_seq as found, coalesce(e.top, 0) as expected from live_room r
    left join (select room_id, max(seq) as top, count(*) as n from live_event group by room_id) e on e.room_id = r.id
    where r.last_seq <> coalesce(e.top, 0) or coalesce(e.top, 0) <> coalesce(e.n, 0)`,
})

/** Time never runs backwards in a log. */
const times: Check<Database> = createSqlCheck<Database>({
  name: 'live/event.times',
  repair: 'backup',
  label: { 'zh-cn': '直播课堂：事件时间不倒退', en: 'Lessons: events are in the order of their times' },
  rows: () => sql`select e.id, e.at_ms as found, b.at_ms as expected from live_event e
    join live_event b on b.room_id = e.room_id and b.seq = e.seq - 1 where e.at_ms < b.at_ms`,
})

/** A room that is live, or was, has a session; only the last one of a live room goes on. */
const sessions: Check<Database> = createSqlCheck<Database>({
  name: 'live/room.session',
  repair: 'edit',
  label: { 'zh-cn': '直播间：状态与课次一致', en: 'Rooms: their session follows from the status' },
  rows: () => sql`select r.id, r.session_id as found, r.status as expected from live_room r
    left join live_session s on s.id = r.session_id
    where (r.status = ${live} and (s.id is null or s.end_ms is not null))
      or (r.status = ${ended} and (s.id is null or s.end_ms is null))`,
})

/** L6: nobody was there for longer than the session. */
const attendance: Check<Database> = createSqlCheck<Database>({
  name: 'live/attendance.length',
  repair: 'edit',
  label: { 'zh-cn': '考勤：不超过课次时长', en: 'Attendance: not longer than the session' },
  rows: () => sql`select a.id, a.seconds as found, (s.end_ms - s.start_ms) / 1000 as expected from live_attendance a
    join live_session s on s.id = a.session_id where s.end_ms is not null and a.seconds * 1000 > s.end_ms - s.start_ms`,
})

/** L5: a closed quiz counts every member who answered. Members who were deleted count still. */
const quizzes: Check<Database> = createSqlCheck<Database>({
  name: 'live/quiz.answered',
  repair: 'edit',
  label: { 'zh-cn': '随堂测验：人数与作答一致', en: 'Quizzes: the number of members agrees with the answers' },
  rows: () => sql`select q.id, q.answered as found, coalesce(a.n, 0) as expected from live_quiz q
    left join (select quiz_id, count(*) as n from live_quiz_answer group by quiz_id) a on a.quiz_id = q.id
    where q.state = ${quizStates.closed} and q.answered < coalesce(a.n, 0)`,
})

export const liveChecks = [numbers, times, sessions, attendance, quizzes]
