import { createTexts } from 'tablewright/server'
import { cmsMessages } from '#generated/cms/messages.ts'

export const { t, textOfAll } = createTexts(cmsMessages)
