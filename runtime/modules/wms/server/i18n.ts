import { createTexts } from 'tablewright/server'
import { wmsMessages } from '#generated/wms/messages.ts'

export const { t, textOfAll } = createTexts(wmsMessages)
