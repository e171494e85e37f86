/** The hand-written server part of the live classroom. */
import { defineServerModule } from 'tablewright/server'
import type { LiveServerParts } from '#generated/live/parts.ts'
import { classroomAddress } from './address.ts'
import { announceAnswer, answerHooks, withdrawAnswer } from './assistant/review.ts'
import { liveChecks } from './checks.ts'
import { addDemoLessons } from './demo/lessons.ts'
import { liveErasure } from './erasure.ts'
import { fileRoutes } from './files/routes.ts'
import { keepRooms, recordQuiz } from './jobs.ts'
import { lessons } from './lessons.ts'
import { settleQuiz } from './quiz/close.ts'
import { quizRoutes } from './quiz/routes.ts'
import { roles } from './roles.ts'
import { roomRoutes } from './routes.ts'
import { liveSettings } from './settings.ts'
import { updateAttendance } from './store/presence.ts'
import { announceCancellation, closeSession, openSession, settleRoom } from './store/sessions.ts'
import { liveTopics } from './topics.ts'

export const liveServer = defineServerModule<LiveServerParts>({
  name: 'live',
  settings: liveSettings,
  demoWork: addDemoLessons,
  roles,
  hooks: { 'live/answer': answerHooks },
  effects: {
    'live/room': { openSession, closeSession, announceCancellation },
    'live/answer': { announceAnswer, withdrawAnswer },
  },
  routes: [...roomRoutes, ...quizRoutes, ...fileRoutes],
  publicPages: classroomAddress,
  topics: liveTopics,
  jobs: [
    keepRooms({
      settleRoom: (scope, room) => scope.database.write((trx) => settleRoom(scope, trx, room)),
      settleQuiz: (scope, quiz) => scope.database.write((trx) => settleQuiz(scope, trx, quiz)),
      updateAttendance,
    }),
    recordQuiz,
  ],
  checks: liveChecks,
  memberErasure: liveErasure,
  lessons,
})
