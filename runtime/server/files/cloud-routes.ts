/** Uploads to the cloud store: what clients ask before, and tell afterwards. */
import { codes, type RefusalData } from '../../protocol/index.ts'
import { t } from '../../i18n/i18n.ts'
import { CloudError } from './cloud/cloud-error.ts'
import { OperationError } from '../core/errors/operation-error.ts'
import { defineRoute, type Body, type RequestScope, type Route, type RouteAnswer } from '../http/route.ts'
import type { Area } from '../http/address.ts'
import { limitKey } from '../operation/limits/limit-key.ts'
import { callsPerMinute, countTry } from '../operation/limits/throttle.ts'
import type { UploadScope } from './attachments.ts'
import {
  abortCloudUpload,
  acceptCloudUpload,
  beginCloudUpload,
  issueUploadKey,
  signSlices,
  type AnnouncedFile,
} from './cloud-upload.ts'
import { memberSettings, withAccess, withoutAudit } from './routes.ts'
import { UploadError } from './upload-error.ts'

type Answer = (scope: UploadScope, body: Body, request: RequestScope) => Promise<Omit<RouteAnswer & object, 'json'>>

/** The routes of an area, those of members only where there are members. */
export const cloudRoutes = (area: Area): readonly Route[] => [
  cloudRoute(area, 'refreshToken', { most: 30, method: 'GET' }, async (scope) => ({
    data: await issueUploadKey(scope),
  })),
  cloudRoute(area, 'begin', { most: 120 }, async (scope, body) => {
    const begun = await beginCloudUpload(scope, announcedFile(body))
    return { data: 'file' in begun ? { file: await withAccess(scope, begun.file, body['access']) } : begun }
  }),
  cloudRoute(area, 'slices', { most: 240 }, async (scope, body) => ({
    data: await signSlices(scope, { ...runningUpload(body), size: numberIn(body, 'size') }),
  })),
  cloudRoute(area, 'abort', { most: 120 }, async (scope, body) => {
    await abortCloudUpload(scope, runningUpload(body))
    return { data: null }
  }),
  cloudRoute(area, 'callback', { most: 120 }, async (scope, body, { language }) => {
    const uploaded = { ...announcedFile(body), url: textIn(body, 'url'), uploadId: textIn(body, 'uploadId') }
    const file = await withAccess(scope, await acceptCloudUpload(scope, uploaded), body['access'])
    return { msg: t(language, 'upload.done'), data: { file } }
  }),
]

function cloudRoute(
  area: Area,
  action: string,
  { most, method = 'POST' }: { readonly most: number; readonly method?: 'GET' | 'POST' },
  answer: Answer,
): Route {
  return defineRoute({
    area,
    controller: 'Cos',
    action,
    method,
    login: area === 'admin' ? 'admin' : 'member',
    // As the upload to the server: who may store files in a record is decided by the record.
    node: null,
    handler: async (request) => {
      await limitCalls(request, `${area}/Cos/${action}`, most)
      try {
        return (await answer(uploadScope(area, request), request.body, request)) as RouteAnswer
      } catch (error) {
        if (error instanceof UploadError) return refuse(request, error.code, error.params)
        if (error instanceof CloudError) return refuseStore(request, error)
        throw error
      }
    },
  })
}

/** Administrators upload what the site allows, members what it allows them. */
function uploadScope(area: Area, request: RequestScope): UploadScope {
  const { settings, database, actor, audit } = request
  if (area === 'admin') return { database, settings, actor, ...(audit && { audit }) }
  const upload = memberSettings(settings.upload)
  if (upload.types.length === 0) throw new UploadError('upload.members')
  return { ...withoutAudit(request), settings: { ...settings, upload } }
}

/** Throws an OperationError. */
async function limitCalls({ database, actor, member, reply }: RequestScope, route: string, most: number) {
  const caller = member ? ({ kind: 'user', id: member.id } as const) : ({ kind: 'admin', id: actor?.id ?? 0 } as const)
  const { wait } = await countTry(database, [limitKey('route', { route }, caller)], callsPerMinute(most))
  if (wait === 0) return
  reply.header('retry-after', wait)
  throw new OperationError('bad_state', { text: 'route.wait', params: { seconds: wait } })
}

function refuse({ language }: RequestScope, code: UploadError['code'], params: UploadError['params']): RouteAnswer {
  const msg = t(language, code, params)
  const data: RefusalData = { reason: 'invalid', errors: { file: msg } }
  return { code: codes.refused, msg, data }
}

/** What administrators have to look into is in the log of the server as well. */
function refuseStore(scope: RequestScope, error: CloudError): RouteAnswer {
  if (error.code !== 'upload.cloud.off') scope.request.log.warn({ err: error }, 'the cloud store failed')
  return refuse(scope, error.code, { code: error.answer })
}

const announcedFile = (body: Body): AnnouncedFile => ({
  name: textIn(body, 'name'),
  size: numberIn(body, 'size'),
  sha1: textIn(body, 'sha1').toLowerCase(),
  topic: textIn(body, 'topic') || 'default',
})

const runningUpload = (body: Body) => ({ url: textIn(body, 'url'), uploadId: textIn(body, 'uploadId') })

/** A text of at most 1,024 characters; anything else counts as empty, which the checks refuse. */
function textIn(body: Body, name: string): string {
  const value = body[name]
  return typeof value === 'string' && value.length <= 1024 ? value : ''
}

/** A whole number from 0, also as text; anything else counts as 0. */
function numberIn(body: Body, name: string): number {
  const value = Number(body[name])
  return Number.isSafeInteger(value) && value > 0 ? value : 0
}
