/** Routes of files and of the assistant. */
import { objectSchema } from 'tablewright/protocol'
import { records } from 'tablewright/server'
import type { LiveServerParts } from '#generated/live/parts.ts'
import {
  filesRoute,
  materialTypes,
  maxFileBytes,
  passagesRoute,
  pictureTypes,
  questionRoute,
  questionsRoute,
  removeMaterialRoute,
  reviewRoute,
} from '../../shared/material-routes.ts'
import { askAssistant, readAnswers } from '../assistant/ask.ts'
import { defineBoth } from '../define-both.ts'
import { defineLiveRoute } from '../define-route.ts'
import { requireEntry, teaching } from '../quiz/routes.ts'
import { requireOpenRoom } from '../room.ts'
import {
  readBoardImages,
  readFiles,
  removeMaterial,
  requireTakingPlace,
  storeMaterial,
  storePassages,
  storePicture,
  ticketHolderOf,
} from './files.ts'

const uploadInput = objectSchema({ room: { type: 'integer', minimum: 1 } })

const uploadBase = {
  kind: 'upload',
  ...teaching,
  input: uploadInput,
  maxPerMinute: 120,
  maxBytes: maxFileBytes,
} as const

const picture = defineLiveRoute({
  ...uploadBase,
  path: 'live.Classroom/picture',
  label: { 'zh-cn': '上传白板图片', en: 'Upload an image of the board' },
  async admit(call) {
    requireTakingPlace(call.scope, (await requireEntry(call)).room)
    return { types: pictureTypes, maxBytes: maxFileBytes, topic: 'live' }
  },
  async handler(call) {
    const { room } = await requireEntry(call)
    return storePicture(call.scope, room, call.scope.actor?.id ?? 0, call.file)
  },
})

const material = defineLiveRoute({
  ...uploadBase,
  path: 'live.Classroom/material',
  label: { 'zh-cn': '上传课堂资料', en: 'Upload a material' },
  async admit(call) {
    requireTakingPlace(call.scope, (await requireEntry(call)).room)
    return { types: materialTypes, maxBytes: maxFileBytes, topic: 'live' }
  },
  async handler(call) {
    const { room, person } = await requireEntry(call)
    return storeMaterial(call.scope, room, person, call.scope.actor?.id ?? 0, call.file)
  },
})

const passages = defineLiveRoute(passagesRoute, {
  ...teaching,
  transaction: 'own',
  label: { 'zh-cn': '保存资料文字', en: 'Store the text of a material' },
  maxPerMinute: 300,
  handler: async (call) => {
    const { material: id, page, text } = call.input
    await storePassages(call.scope, (await requireEntry(call)).room, id, page, text)
    return { done: true }
  },
})

const remove = defineLiveRoute(removeMaterialRoute, {
  ...teaching,
  transaction: 'own',
  label: { 'zh-cn': '删除课堂资料', en: 'Delete a material' },
  maxPerMinute: 60,
  handler: async (call) => {
    const { room, person } = await requireEntry(call)
    await removeMaterial(call.scope, room, person, call.input.material)
    return { done: true }
  },
})

const filesBase = { label: { 'zh-cn': '课堂文件', en: 'Files of a lesson' }, maxPerMinute: 120 } as const

const staffFiles = defineLiveRoute(filesRoute.staff, {
  ...teaching,
  ...filesBase,
  handler: async (call) => {
    const { room, person } = await requireEntry(call)
    return readFiles(call.scope, room, ticketHolderOf(call.scope, person.holder))
  },
})

const pupilFiles = defineLiveRoute(filesRoute.pupil, {
  ...filesBase,
  login: 'visitor',
  right: null,
  handler: async (call) => {
    if (!call.member) return readBoardImages(call.scope, await requireOpenRoom(call.scope, call.input.room))
    const { room, person } = await requireEntry(call)
    return readFiles(call.scope, room, ticketHolderOf(call.scope, person.holder))
  },
})

const question = defineBoth(questionRoute, {
  label: { 'zh-cn': '向助手提问', en: 'Ask the assistant' },
  maxPerMinute: 10,
  handler: ({ scope, room, person, input }) => askAssistant(scope, room, person, input.text),
})

const questions = defineBoth(questionsRoute, {
  label: { 'zh-cn': '助手问答', en: 'Questions to the assistant' },
  maxPerMinute: 240,
  handler: async ({ scope, room, person }) => ({ list: await readAnswers(scope, room, person) }),
})

const review = defineLiveRoute(reviewRoute, {
  ...teaching,
  label: { 'zh-cn': '审核助手回答', en: 'Review an answer' },
  maxPerMinute: 120,
  handler: async ({ scope, trx, input: { answer, action } }) => {
    const work = records<LiveServerParts>(scope, trx).asModule('from the classroom')
    await work.runAction('live/answer', action, answer)
    return { done: true }
  },
})

export const fileRoutes = [
  picture,
  material,
  passages,
  remove,
  staffFiles,
  pupilFiles,
  ...question,
  ...questions,
  review,
]
