/** The hand-written web part of the member module: its screens are generated. */
import { defineWebModule } from 'tablewright/web'
import type { MemberWebParts } from '../../../../generated/member/parts.ts'

export const memberWeb = defineWebModule<MemberWebParts>({ widgets: {}, cells: {} })
