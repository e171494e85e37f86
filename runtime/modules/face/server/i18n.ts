import { createTexts } from 'tablewright/server'
import { faceMessages } from '#generated/face/messages.ts'

export const { t } = createTexts(faceMessages)
