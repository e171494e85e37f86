/** The hand-written server part of the exams. */
import { defineServerModule } from 'tablewright/server'
import type { ExamServerParts } from '#generated/exam/parts.ts'
import { attemptEffects } from './attempts/effects.ts'
import { questionHooks } from './bank/hooks.ts'
import { attemptScores, itemScores } from './checks.ts'
import { demoRecords } from './demo/records.ts'
import { addDemoAttempts } from './demo/attempts.ts'
import { examErasure } from './erasure.ts'
import { rewardAttempts, sweepAttempts } from './jobs.ts'
import { markingPage, markingRoutes } from './marking/routes.ts'
import { attemptRoutes } from './member/attempts.ts'
import { papersRoute } from './member/papers.ts'
import { practiceRoutes } from './member/practice.ts'
import { resultRoutes } from './member/results.ts'
import { uploadRoute } from './member/upload.ts'
import { paperEffects, paperHooks } from './papers/hooks.ts'
import { questionBank } from './question-bank.ts'
import { roles } from './roles.ts'

export const examServer = defineServerModule<ExamServerParts>({
  name: 'exam',
  demo: demoRecords,
  demoWork: addDemoAttempts,
  roles,
  hooks: { 'exam/question': questionHooks, 'exam/paper': paperHooks },
  effects: { 'exam/paper': paperEffects, 'exam/attempt': attemptEffects },
  routes: [papersRoute, ...attemptRoutes, uploadRoute, ...resultRoutes, ...practiceRoutes, ...markingRoutes],
  pages: [markingPage],
  jobs: [sweepAttempts, rewardAttempts],
  checks: [attemptScores, itemScores],
  memberErasure: examErasure,
  questionBank,
})
