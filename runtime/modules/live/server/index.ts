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
import { findMissing, keepRecordings, littleRoom } from './media/jobs.ts'
import { recordingRoutes } from './media/routes.ts'
import { iceSettings, recordingSettings } from './media/settings.ts'
import { directSettings } from './media/sfu/settings.ts'
import { mediaStreams } from './media/streams.ts'
import { settleQuiz } from './quiz/close.ts'
import { quizRoutes } from './quiz/routes.ts'
import { roles } from './roles.ts'
import { roomRoutes } from './routes.ts'
import { liveSettings } from './settings.ts'
import { updateAttendance } from './store/presence.ts'
import { announceCancellation, closeSession, openSession, settleRoom } from './store/sessions.ts'
import { liveTopics } from './topics.ts'

/** For modules of products with a unit of their own. */
export type { SfuAdapter } from './media/sfu-adapter.ts'

export const liveServer = defineServerModule<LiveServerParts>({
  name: 'live',
  demoWork: addDemoLessons,
  roles,
  hooks: { 'live/answer': answerHooks },
  effects: {
    'live/room': { openSession, closeSession, announceCancellation },
    'live/answer': { announceAnswer, withdrawAnswer },
  },
  routes: [...roomRoutes, ...quizRoutes, ...fileRoutes, ...recordingRoutes],
  publicPages: classroomAddress,
  topics: [...liveTopics, mediaStreams],
  settings: { ...liveSettings, ...recordingSettings, ...iceSettings, ...directSettings },
  notices: [littleRoom],
  jobs: [
    keepRooms({
      settleRoom: (scope, room) => scope.database.write((trx) => settleRoom(scope, trx, room)),
      settleQuiz: (scope, quiz) => scope.database.write((trx) => settleQuiz(scope, trx, quiz)),
      updateAttendance,
    }),
    recordQuiz,
    keepRecordings,
    findMissing,
  ],
  checks: liveChecks,
  memberErasure: liveErasure,
  lessons,
})
