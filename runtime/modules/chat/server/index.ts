/** The hand-written server part of conversations. */
import { defineServerModule } from 'tablewright/server'
import type { ChatServerParts } from '#generated/chat/parts.ts'
import { memberCard } from './card.ts'
import { chatChecks } from './checks.ts'
import { demoWork } from './demo/work.ts'
import { chatErasure } from './erasure.ts'
import { cleanUp, moveConversations } from './jobs.ts'
import { interactionRoutes } from './member/interaction.ts'
import { memberRoutes } from './member/routes.ts'
import { uploadRoute } from './member/upload.ts'
import { roles } from './roles.ts'
import { chatSettings } from './settings.ts'
import { chatTopics } from './topics.ts'

export const chatServer = defineServerModule<ChatServerParts>({
  name: 'chat',
  roles,
  demoWork,
  settings: chatSettings,
  controllers: ['Interaction'],
  routes: [...memberRoutes, uploadRoute, ...interactionRoutes],
  topics: chatTopics,
  jobs: [moveConversations, cleanUp],
  checks: chatChecks,
  memberCards: [memberCard],
  memberErasure: chatErasure,
})
