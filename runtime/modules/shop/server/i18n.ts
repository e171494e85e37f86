import { createTexts } from 'tablewright/server'
import { shopMessages } from '#generated/shop/messages.ts'

export const { t, textOfAll } = createTexts(shopMessages)
