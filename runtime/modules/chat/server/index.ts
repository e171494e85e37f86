/** The hand-written server part of conversations. */
import { defineServerModule } from 'tablewright/server'
import type { ChatServerParts } from '#generated/chat/parts.ts'
import { auditRoutes } from './audit.ts'
import { memberCard } from './card.ts'
import { chatChecks } from './checks.ts'
import { deskRoutes } from './desk/routes.ts'
import { demoWork } from './demo/work.ts'
import { remindMembers, unreadMessage } from './digest.ts'
import { chatErasure } from './erasure.ts'
import { cleanUp, moveConversations } from './jobs.ts'
import { interactionRoutes } from './member/interaction.ts'
import { memberRoutes } from './member/routes.ts'
import { uploadRoute } from './member/upload.ts'
import { remindAgents, unreadAtDesk } from './notices.ts'
import { roles } from './roles.ts'
import { chatSettings } from './settings.ts'
import { chatTopics } from './topics.ts'

export const chatServer = defineServerModule<ChatServerParts>({
  name: 'chat',
  roles,
  demoWork,
  settings: chatSettings,
  pages: [{ name: 'chat/desk', label: { 'zh-cn': '客服工作台', en: 'Service desk' }, icon: 'inbox' }],
  controllers: ['Interaction'],
  routes: [...memberRoutes, uploadRoute, ...interactionRoutes, ...deskRoutes, ...auditRoutes],
  topics: chatTopics,
  jobs: [moveConversations, cleanUp, remindAgents, remindMembers],
  messages: [unreadMessage],
  notices: [unreadAtDesk],
  checks: chatChecks,
  memberCards: [memberCard],
  memberErasure: chatErasure,
})
