/** Registers the public pages of modules. */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isQueryError, isSafeText, memoizeByObject, parseQueryString, type Language } from '../../../protocol/index.ts'
import { t } from '../../../i18n/i18n.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import { markup } from '../../core/html/template.ts'
import { AnswerCache, type Answer } from '../../db/index.ts'
import { sendCompressed, type CompressedTexts } from '../../http/compression.ts'
import { pageOrigins } from '../../http/headers.ts'
import { requestLanguage } from '../../http/language.ts'
import { createQueue } from '../../operation/limits/budget.ts'
import type { Scope } from '../../operation/scope.ts'
import type { Settings } from '../../settings/settings.ts'
import { isModuleOff } from '../../settings/disabled-pages.ts'
import type { SettingsStore } from '../../settings/store.ts'
import {
  checkPublicPages,
  type DeclaredPages,
  type PageAnswer,
  type PageCall,
  type PageDocument,
  type PublicPage,
} from './declaration.ts'
import { documentText, languageTags, pagePolicy, type Frame } from './document.ts'
import { pageTexts } from './texts.ts'

export interface PageParts {
  readonly modules: readonly DeclaredPages[]
  readonly settingsStore: SettingsStore
  /** The scope of every page starts from it. */
  readonly scope: Omit<Scope, 'language' | 'actor' | 'settings'>
}

/** An answer that is ready to be sent. */
interface Rendered {
  readonly status: number
  readonly type: string
  readonly bytes: Buffer
  readonly location?: string
  /** The tag and the compressed copies, made when it is first sent. */
  readonly copies: { tag?: string; readonly compressed: CompressedTexts }
}

/** Bytes of pages that are stored. */
const maxStored = 32 * 1024 * 1024
/** Pages that are made at the same time: more of them would wait for the same database. */
const atOnce = 8

/** Throws when a page is not fully declared. */
export function addPublicPages(app: FastifyInstance, parts: PageParts): void {
  checkPublicPages(parts.modules)
  const { database } = parts.scope
  const cache = new AnswerCache<Rendered>(database, {
    maxSize: maxStored,
    // A compressed copy is a third of its text at most.
    sizeCalculation: ({ value: { bytes } }, key) => 2 * bytes.length + key.length + 1,
  })
  const inOrder = createQueue(atOnce)
  const scopeOf = memoizeByObject((settings: Settings, language: Language): Scope => ({
    ...parts.scope,
    settings,
    language,
    actor: null,
  }))
  const pages = parts.modules.flatMap(({ module, pages: own }) => own.map((page) => ({ module, page })))
  for (const { module, page } of pages) {
    const policyOf = memoizeByObject((settings: Settings) => pagePolicy(pageOrigins(settings).files, page.style))
    const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const settings = await parts.settingsStore.current()
      const query = queryOf(request)
      const language = languageFor(request, query, settings)
      const ownQuery = Object.fromEntries((page.query ?? []).flatMap((name) => entryOf(query, name)))
      const frame = { language, settings, inLanguage: addressIn(ownQuery), ...(page.style && { style: page.style }) }
      const params = request.params as Readonly<Record<string, string>>
      reply.header('content-security-policy', policyOf(settings))
      const isReadable = Object.values(params).every(isSafeText)
      const make = async (): Promise<Answer<Rendered>> =>
        isReadable
          ? inOrder(1, () => render(page, frame, { scope: scopeOf(settings, language), params, query: ownQuery }))
          : { value: absent(frame) }
      try {
        if (isModuleOff(settings, module)) return await send(request, reply, frame, absent(frame))
        if (database.modelVersion.isOutdated) return await send(request, reply, frame, unavailable(frame))
        const answer = await cache.of({ settings, parts: [page.path, params, ownQuery, language] }, make)
        if (answer.status === 200 && request.method === 'GET')
          page.visited?.({
            scope: scopeOf(settings, language),
            params,
            query: ownQuery,
            visitor: { ip: request.ip, agent: String(request.headers['user-agent'] ?? '') },
          })
        return await send(request, reply, frame, answer)
      } catch (error) {
        return send(request, reply, frame, failure(request, parts, frame, error))
      }
    }
    app.route({ method: ['GET', 'HEAD'], url: page.path, handler })
  }
}

async function render(page: PublicPage, frame: Frame, call: PageCall): Promise<Answer<Rendered>> {
  if (page.isOpen?.(call.scope.settings) === false) return { value: closed(frame) }
  try {
    const answer = await page.render(call)
    return { value: renderedOf(answer, frame), end: answer && 'expires' in answer ? answer.expires : undefined }
  } catch (error) {
    if (error instanceof OperationError && error.code === 'not_found') return { value: absent(frame) }
    throw error
  }
}

function renderedOf(answer: PageAnswer, frame: Frame): Rendered {
  if (answer === null) return absent(frame)
  if ('redirect' in answer) {
    const { redirect, isTemporary = false } = answer
    // Guard T40: a page leads to no other site.
    // Without: if (redirect === '') throw new TypeError(redirect)
    if (!/^\/(?![/\\])[\x21-\x7e]*$/.test(redirect)) throw new TypeError('a page leads to a path of the site')
    return { ...createAnswer(isTemporary ? 302 : 301, 'text/plain', ''), location: redirect }
  }
  if ('isAbsent' in answer) return absent(frame)
  if ('isForMembers' in answer) return closed(frame, answer.next)
  if ('document' in answer) return documentPage(200, answer.document, frame)
  if ('text' in answer) return createAnswer(200, 'text/plain', answer.text)
  const { xml, type = 'application/xml' } = answer
  return createAnswer(200, type, `<?xml version="1.0" encoding="utf-8"?>\n${xml.toString()}`)
}

const documentPage = (status: number, document: PageDocument, frame: Frame): Rendered =>
  createAnswer(status, 'text/html', documentText(document, frame))

const createAnswer = (status: number, type: string, text: string): Rendered => ({
  status,
  type: `${type}; charset=utf-8`,
  bytes: Buffer.from(text),
  copies: { compressed: new Map() },
})

const absent = (frame: Frame): Rendered =>
  messagePage(404, frame, pageTexts.absent[frame.language], pageTexts.absentHelp[frame.language])

const unavailable = (frame: Frame): Rendered =>
  messagePage(503, frame, pageTexts.busy[frame.language], t(frame.language, 'problem.busy'))

/** @param next where signing in leads on to; absent = the member centre */
const closed = (frame: Frame, next?: string): Rendered =>
  documentPage(
    403,
    {
      title: pageTexts.closed[frame.language],
      body: markup`<p>${pageTexts.closedHelp[frame.language]}</p>
<p><a href="/#/user/login${next === undefined ? '' : `?to=${encodeURIComponent(next)}`}">${
        pageTexts.signIn[frame.language]
      }</a></p>`,
      isHidden: true,
    },
    frame,
  )

const messagePage = (status: number, frame: Frame, title: string, text: string): Rendered =>
  documentPage(
    status,
    {
      title,
      body: markup`<p>${text}</p>
<p><a href="/">${pageTexts.home[frame.language]}</a></p>`,
      isHidden: true,
    },
    frame,
  )

/** The page of a failure: the log has the cause, under the number that the page shows. */
function failure(request: FastifyRequest, { scope }: PageParts, frame: Frame, error: unknown): Rendered {
  const kind = scope.database.adapter.problemOf(error)?.kind
  const isPassing = kind === 'busy' || kind === 'unavailable' || kind === 'outdated'
  if (isPassing || (error instanceof OperationError && error.code === 'bad_query')) return unavailable(frame)
  request.log.error({ err: error }, 'page failed')
  return messagePage(
    500,
    frame,
    pageTexts.failed[frame.language],
    t(frame.language, 'problem.internal', { id: request.id }),
  )
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { language }: Frame,
  { status, type, bytes, location, copies }: Rendered,
): Promise<FastifyReply> {
  reply.code(status).header('vary', 'Accept-Language').header('content-language', languageTags[language])
  if (status === 503) reply.header('retry-after', 30)
  if (location !== undefined) return reply.header('cache-control', 'no-cache').header('location', location).send()
  if (status !== 200)
    return sendCompressed(reply.header('cache-control', 'no-store').header('content-type', type), bytes)
  const tag = (copies.tag ??= `W/"${createHash('sha256').update(type).update(bytes).digest('base64url').slice(0, 27)}"`)
  // Stored by browsers and proxies, which ask each time whether it is still the same.
  reply.header('cache-control', 'public, no-cache').header('etag', tag)
  if (isKnown(request.headers['if-none-match'], tag)) return reply.code(304).send()
  return sendCompressed(reply.header('content-type', type), bytes, copies.compressed)
}

/** Whether the client has that version (RFC 9110, 13.1.2). */
const isKnown = (header: string | undefined, tag: string): boolean =>
  header?.split(',').some((part) => ['*', tag, tag.slice(2)].includes(part.trim())) ?? false

function queryOf(request: FastifyRequest): ReturnType<typeof parseQueryString> {
  return parseQueryString(String(request.query ?? ''))
}

function languageFor(
  request: FastifyRequest,
  query: ReturnType<typeof queryOf>,
  { languages }: Pick<Settings, 'languages'>,
): Language {
  const language = requestLanguage(request, isQueryError(query) ? null : query)
  return languages.includes(language) ? language : (languages[0] ?? language)
}

function entryOf(query: ReturnType<typeof queryOf>, name: string): readonly (readonly [string, string])[] {
  const value = isQueryError(query) ? undefined : query.get(name)
  return typeof value === 'string' ? [[name, value]] : []
}

const addressIn =
  (query: Readonly<Record<string, string>>) =>
  (language: Language): string =>
    `?${new URLSearchParams({ ...query, lang: language }).toString()}`
