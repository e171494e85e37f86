/** The hand-written server part of the exams. */
import { defineServerModule } from 'tablewright/server'
import type { ExamServerParts } from '#generated/exam/parts.ts'
import { answersRoute } from './attempts/answers.ts'
import { absenceRoutes } from './attempts/absences.ts'
import { attemptEffects } from './attempts/effects.ts'
import { questionHooks } from './bank/hooks.ts'
import { usageRoute } from './bank/usage.ts'
import { attemptScores, itemScores, roomPlaces } from './checks.ts'
import { courseRoutes } from './courses/routes.ts'
import { demoCourses } from './demo/courses.ts'
import { demoRecords } from './demo/records.ts'
import { addDemoAttempts } from './demo/attempts.ts'
import { addDemoRooms } from './demo/rooms.ts'
import { examErasure } from './erasure.ts'
import { exchangeRoutes } from './exchange/routes.ts'
import { rewardAttempts, sweepAttempts, tellResults } from './jobs.ts'
import { markingPage, markingRoutes } from './marking/routes.ts'
import { attemptRoutes } from './member/attempts.ts'
import { papersRoute } from './member/papers.ts'
import { practiceRoutes } from './member/practice.ts'
import { resultRoutes } from './member/results.ts'
import { removeFileRoute, uploadRoute } from './member/upload.ts'
import { builderPage, builderRoutes } from './papers/builder.ts'
import { paperEffects, paperHooks } from './papers/hooks.ts'
import { questionBank } from './question-bank.ts'
import { regradeEffects, regradeHooks } from './regrade/apply.ts'
import { regradeRoutes } from './regrade/routes.ts'
import { roles } from './roles.ts'
import { deskPage, deskRoutes } from './rooms/desk-routes.ts'
import { roomEffects, roomHooks, signupEffects, signupHooks } from './rooms/hooks.ts'
import { roomRoutes } from './rooms/member-routes.ts'
import { examTopics } from './rooms/topics.ts'
import { statisticsPage, statisticsRoutes } from './statistics/routes.ts'

export const examServer = defineServerModule<ExamServerParts>({
  name: 'exam',
  demo: (scale, seed, language) => [...demoRecords(scale, seed, language), ...demoCourses()],
  async demoWork(work) {
    await addDemoAttempts(work)
    await addDemoRooms(work)
  },
  roles,
  hooks: {
    'exam/question': questionHooks,
    'exam/paper': paperHooks,
    'exam/regrade': regradeHooks,
    'exam/room': roomHooks,
    'exam/signup': signupHooks,
  },
  effects: {
    'exam/paper': paperEffects,
    'exam/attempt': attemptEffects,
    'exam/regrade': regradeEffects,
    'exam/room': roomEffects,
    'exam/signup': signupEffects,
  },
  routes: [
    papersRoute,
    ...attemptRoutes,
    uploadRoute,
    removeFileRoute,
    ...resultRoutes,
    ...practiceRoutes,
    ...markingRoutes,
    ...absenceRoutes,
    answersRoute,
    ...exchangeRoutes,
    usageRoute,
    ...builderRoutes,
    ...regradeRoutes,
    ...statisticsRoutes,
    ...courseRoutes,
    ...roomRoutes,
    ...deskRoutes,
  ],
  pages: [builderPage, deskPage, markingPage, statisticsPage],
  topics: examTopics,
  jobs: [sweepAttempts, rewardAttempts, tellResults],
  checks: [attemptScores, itemScores, roomPlaces],
  memberErasure: examErasure,
  questionBank,
})
