/** The hand-written web part of conversations. */
import { defineWebModule } from 'tablewright/web'
import type { ChatWebParts } from '#generated/chat/parts.ts'

export const chatWeb = defineWebModule<ChatWebParts>({ widgets: {}, cells: {} })
