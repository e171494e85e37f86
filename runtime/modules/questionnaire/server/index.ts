/** The hand-written server part of the questionnaires. */
import { defineServerModule } from 'tablewright/server'
import type { QuestionnaireServerParts } from '#generated/questionnaire/parts.ts'
import { answerCounts, rebuildCounts, sheetNumbers } from './checks.ts'
import { demoRecords } from './demo/records.ts'
import { addDemoSheets } from './demo/sheets.ts'
import { questionnaireErasure } from './erasure.ts'
import { oldClientRoutes } from './fill/old-clients.ts'
import { fillRoutes } from './fill/routes.ts'
import { uploadRoute } from './fill/upload.ts'
import { cleanUp, newSheets, tellOwners } from './jobs.ts'
import { questionnaireHooks } from './questionnaires/hooks.ts'
import { questionnaireRoutes } from './questionnaires/routes.ts'
import { resultRoutes } from './results/routes.ts'
import { roles } from './roles.ts'
import { questionnaireSettings } from './settings.ts'

export const questionnaireServer = defineServerModule<QuestionnaireServerParts>({
  name: 'questionnaire',
  demo: demoRecords,
  demoWork: addDemoSheets,
  roles,
  settings: questionnaireSettings,
  hooks: { 'questionnaire/questionnaire': questionnaireHooks },
  routes: [...fillRoutes, uploadRoute, ...oldClientRoutes, ...questionnaireRoutes, ...resultRoutes],
  jobs: [tellOwners, cleanUp],
  notices: [newSheets],
  checks: [sheetNumbers, answerCounts],
  derivations: [rebuildCounts],
  memberErasure: questionnaireErasure,
})
