import { createTexts } from 'tablewright/server'
import { liveMessages } from '#generated/live/messages.ts'

export const { t, textOfAll } = createTexts(liveMessages)
